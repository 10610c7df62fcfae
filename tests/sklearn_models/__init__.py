"""Models trained with scikit-learn and exported by skl2onnx, with the script that makes them."""
