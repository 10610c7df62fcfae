"""Graph and target to text: planning and C emission."""

from __future__ import annotations

from edgec.codegen.emit.generate import Generated, GenerateOptions, generate, make_model_plan
from edgec.codegen.emit.names import identifier
from edgec.codegen.plan.plan import Plan

__all__ = ["GenerateOptions", "Generated", "Plan", "generate", "identifier", "make_model_plan"]
