"""Graph and target to text: planning and C emission."""
