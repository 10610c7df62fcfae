"""Facets of operators: what a stage knows of each operator, beside what ``OpSpec`` says.

A stage states its question once, as a ``Facet``, and registers a rule for each operator that it can answer it for:

    bounds: Facet[Rule] = Facet("bounds", "rule that bounds its results by its inputs", "its results take all values")

    @bounds(ConvAttrs, DenseAttrs)
    def _weighted(...): ...

    rule = bounds.get(node)  # None: the stage does without
    rule = bounds[node]  # a refusal that names the node: the stage cannot

``edgec inspect --operators`` lists all facets, so that a gap is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Generic, TypeVar

from edgec.converter.graph.errors import Refusal, UnsupportedModel
from edgec.converter.graph.ir import Attrs, Node
from edgec.converter.ops.registry import OPS

Rule = TypeVar("Rule")


class Facet(Generic[Rule]):
    """One question about operators, and the rules that answer it.

    Args:
        name: what tables call it.
        what: completes "the operator has no ...".
        without: what becomes of an operator without a rule, or what a user can do about it.
    """

    def __init__(self, name: str, what: str, without: str) -> None:
        self.name = name
        self.what = what
        self.without = without
        self._rules: dict[str, Rule] = {}

    def __call__(self, *operators: str | type[Attrs]) -> Callable[[Rule], Rule]:
        """Register a rule: a decorator.

        Args:
            operators: names, or classes of attributes that one operator alone has.

        Raises:
            ValueError: there is no such operator, several have the attributes, or one of them has a rule.
        """
        names = [self._operator(o) for o in operators]

        def register(rule: Rule) -> Rule:
            for name in names:
                if name in self._rules:
                    raise ValueError(f"facet '{self.name}': {name} has a rule already")
                self._rules[name] = rule
            return rule

        return register

    def _operator(self, operator: str | type[Attrs]) -> str:
        if isinstance(operator, str):
            operators = [operator] if operator in OPS else []
        else:
            operators = [name for name, spec in OPS.items() if spec.attrs is operator]
        if len(operators) != 1:
            said = operator if isinstance(operator, str) else operator.__name__
            fact = f"belongs to {', '.join(operators)}; register by name" if operators else "is no operator"
            raise ValueError(f"facet '{self.name}': {said} {fact}")
        return operators[0]

    def get(self, node: Node) -> Rule | None:
        """The rule for a node's operator, None where there is none."""
        return self._rules.get(node.op)

    def __getitem__(self, node: Node) -> Rule:
        """The rule for a node's operator.

        Raises:
            UnsupportedModel: there is none.
        """
        if node.op not in self._rules:
            raise UnsupportedModel([self.refusal(node)])
        return self._rules[node.op]

    def refusal(self, node: Node) -> Refusal:
        """Return the refusal of a node whose operator has no rule."""
        return Refusal(node.name, node.op, "", f"has no {self.what}", self.without)

    def __contains__(self, node: object) -> bool:
        return isinstance(node, Node) and node.op in self._rules

    def __iter__(self) -> Iterator[str]:
        """Names of the operators that have a rule."""
        return iter(self._rules)

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rules by operator."""
        return MappingProxyType(self._rules)
