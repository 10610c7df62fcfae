"""Training: the graph as a differentiable function of its weights, and what makes these better."""
