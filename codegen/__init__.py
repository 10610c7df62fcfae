"""Graph and target to text: planning and C emission."""

from __future__ import annotations

from edgec.codegen.emit import Generated, GenerateOptions, generate, make_model_plan
from edgec.codegen.names import identifier
from edgec.codegen.plan import Plan

__all__ = ["GenerateOptions", "Generated", "Plan", "generate", "identifier", "make_model_plan"]
