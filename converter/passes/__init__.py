"""Graph optimisation passes; ``run_default`` runs them in order."""

from edgec.converter.passes.pipeline import run_default, run_passes

__all__ = ["run_default", "run_passes"]
