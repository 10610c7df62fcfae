"""Refusals of unsupported operators, and of what ONNX leaves open, with the remedies."""

from __future__ import annotations

from edgec.converter.graph.errors import Refusal
from edgec.converter.lower.context import OnnxNode

RANDOM = "draw the random values in the application and give them to the model as an input"
TEXT = "turn text into numbers in the application, before the model"
SEQUENCE = "use Split, Concat and Gather on tensors instead of sequences"
REMEDIES = {
    ("", "ConcatFromSequence"): SEQUENCE,
    ("", "DeformConv"): "train with ordinary convolutions",
    ("", "ImageDecoder"): "decode the picture in the application and give the model its pixels",
    ("", "MaxRoiPool"): "use RoiAlign, or crop the regions in the application",
    ("", "Multinomial"): RANDOM,
    ("", "NonMaxSuppression"): "end the model before it and select the boxes in the application",
    ("", "RandomNormal"): RANDOM,
    ("", "RandomNormalLike"): RANDOM,
    ("", "RandomUniform"): RANDOM,
    ("", "RandomUniformLike"): RANDOM,
    ("", "RegexFullMatch"): TEXT,
    ("", "SequenceAt"): SEQUENCE,
    ("", "SequenceConstruct"): SEQUENCE,
    ("", "SequenceEmpty"): SEQUENCE,
    ("", "SequenceErase"): SEQUENCE,
    ("", "SequenceInsert"): SEQUENCE,
    ("", "SequenceLength"): SEQUENCE,
    ("", "SplitToSequence"): SEQUENCE,
    ("", "StringConcat"): TEXT,
    ("", "StringNormalizer"): TEXT,
    ("", "StringSplit"): TEXT,
    ("ai.onnx.ml", "CastMap"): "export with zipmap=False and tensors as inputs",
    ("ai.onnx.ml", "CategoryMapper"): TEXT,
    ("ai.onnx.ml", "DictVectorizer"): "give the model one tensor of numbers instead of a dictionary",
    ("ai.onnx.preview.training", "Gradient"): "export the model for inference",
}
"""Remedies for operators of ONNX that have no lowering, by domain and name."""

STANDARD = "replace it by supported operators before export (see SUPPORTED_OPS.md)"
CUSTOM = "export it as a model-local function of ONNX operators, or replace it (see SUPPORTED_OPS.md)"


def remedy_for(domain: str, op: str) -> str:
    """Say what a user can do about an operator that is not supported."""
    known = domain == "" or domain.startswith("ai.onnx")
    return REMEDIES.get((domain, op), STANDARD if known else CUSTOM)


def unsettled(node: OnnxNode) -> Refusal | None:
    """The refusal of a node whose values ONNX does not settle, None where it does.

    A softcap s below 0 is |s| in the function that defines Attention, and none at all in ONNX's reference and in
    ONNX Runtime.  A qk_matmul_output_mode that the specification does not list gives another output in each.
    """
    if node.domain or node.op != "Attention":
        return None
    softcap, mode = node.attrs.get("softcap", 0.0), node.attrs.get("qk_matmul_output_mode", 0)
    if isinstance(softcap, float) and softcap < 0:
        reason = f"its softcap is {softcap:g}, below 0 ONNX's function and ONNX's reference compute different values"
        remedy = f"export it with softcap {-softcap:g}, or with 0 for none"
        return Refusal(node.label, node.op, node.domain, reason, remedy)
    if isinstance(mode, int) and mode not in range(4):
        reason = f"its qk_matmul_output_mode is {mode}, which ONNX does not define"
        return Refusal(node.label, node.op, node.domain, reason, "export it with one of 0 to 3")
    return None
