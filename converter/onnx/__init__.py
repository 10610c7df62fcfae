"""ONNX files: read, checked, turned into a graph.  Nothing else imports onnx."""
