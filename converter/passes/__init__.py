"""Graph to Graph: the rewrites and the runner that checks each of them."""
