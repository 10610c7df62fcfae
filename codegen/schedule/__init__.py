"""Schedule of a graph: the order of layers, the place and life of tensors, and the groups computed row by row."""
