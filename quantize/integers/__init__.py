"""Real graphs to integer graphs: precisions, scales, rounded weights."""
