"""ONNX to Graph: the graph, the importer, the passes and the operators."""
