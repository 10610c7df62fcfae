"""Distance between integers and real numbers, and the layers that lose most."""
