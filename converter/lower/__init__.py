"""ONNX operators to operators of the graph: one module per family."""
