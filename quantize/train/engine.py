"""JAX, which training computes with: an extra of the installation, imported here alone."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from edgec.converter.graph.errors import ToolchainMissing


def _module(name: str) -> Any:
    """A module of JAX, None when it is not installed."""
    try:
        return import_module(name)
    except ImportError:  # pragma: no cover  the extra is not installed
        return None


jax = _module("jax")
jnp = _module("jax.numpy")
lax = _module("jax.lax")
special = _module("jax.scipy.special")


def need_jax() -> None:
    """Raise when JAX is not installed.

    Raises:
        ToolchainMissing: it is not.
    """
    if jax is None:
        raise ToolchainMissing("training needs JAX; install it with pip install 'edgec[train]'")
