"""JAX, which training computes with: an extra of the installation, imported here alone."""

from __future__ import annotations

from typing import Any

from edgec.converter.graph.errors import ToolchainMissing

jax: Any
lax: Any
jnp: Any
special: Any
try:
    import jax
    import jax.numpy as jnp
    import jax.scipy.special as special
    from jax import lax
except ImportError:  # pragma: no cover  the extra is not installed
    jax = lax = jnp = special = None


def need_jax() -> None:
    """Raise when JAX is not installed.

    Raises:
        ToolchainMissing: it is not.
    """
    if jax is None:
        raise ToolchainMissing("there is no training without JAX; install it with pip install 'edgec[train]'")
