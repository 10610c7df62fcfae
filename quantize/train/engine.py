"""JAX, which training computes with: an extra of the installation, imported here alone."""

from __future__ import annotations

from typing import Any

from edgec.converter.graph.errors import ToolchainMissing

try:
    import jax as _jax
    from jax import lax as _lax
    from jax import numpy as _jnp
    from jax.scipy import special as _special
except ImportError:  # pragma: no cover  the extra is not installed
    _jax = _jnp = _special = _lax = None
jax: Any = _jax
jnp: Any = _jnp
special: Any = _special
lax: Any = _lax


def need_jax() -> None:
    """Raise when JAX is not installed.

    Raises:
        ToolchainMissing: it is not.
    """
    if jax is None:
        raise ToolchainMissing("there is no training without JAX; install it with pip install 'edgec[train]'")
