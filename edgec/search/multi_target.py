"""One model for several processors: the builds of all, of equal integers, in one folder that chooses when it runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from edgec.codegen import GenerateOptions
from edgec.codegen.emit.dispatch import dispatched
from edgec.codegen.emit.variant import Variant, features_of, variant_prefix
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.work import Notify
from edgec.reports.measure import measure
from edgec.reports.model import make_report
from edgec.reports.records import Report
from edgec.reports.variants import VariantInfo
from edgec.search.build import Build, FixedGraph, Numbers
from edgec.search.search import Search
from edgec.settings.values import ConvertOptions
from edgec.targets.reader import Target, load_target

Describe = Callable[[str, Target], GenerateOptions]
"""Names and target of a build, by its C prefix and target."""


def others_of(options: ConvertOptions, target: Target) -> tuple[Target, ...]:
    """The targets beside ``target`` that a folder is made for, those with fewest instructions first.

    Raises:
        UsageError: one is no processor that can be asked for, has nothing that another has not, or another option
            chooses numbers or memories for one target alone.
    """
    if not options.also:
        return ()
    for name, value in (
        ("--max-flash", options.max_flash),
        ("--max-drop", options.max_drop),
        ("--place", options.place),
    ):
        if value:
            raise UsageError(f"--also: {name} chooses for one target alone; leave one of them out")
    if options.slices:
        raise UsageError("--also: --slices is not supported for several targets; leave one of them out")
    if options.stream is not None:
        raise UsageError("--also: --stream is not supported for several targets; leave one of them out")
    if options.state:
        raise UsageError("--also: states are not supported for several targets; leave --state out")
    base = set(features_of(target))
    others = sorted(map(load_target, options.also), key=lambda t: len(features_of(t)))
    for one in (target, *others):
        if len(one.memories_of("ram")) > 1:
            raise UsageError(f"--also: target '{one.name}' has several memories for arenas; give its core instead")
    for other in others:
        features = set(features_of(other))
        if not base < features:
            raise UsageError(
                f"--also: target '{other.name}' has no instructions beside those of the targets before it "
                f"({', '.join(sorted(base)) or 'neon'}) or lacks some; name each step once, such as "
                "-t cortex-a53 --also cortex-a76 --also armv8-i8mm"
            )
        base = features
    return tuple(others)


def for_several(
    name: str, target: Target, first: Build, others: Sequence[Target], options: ConvertOptions, describe: Describe,
    notify: Notify,
) -> Build:  # fmt: skip
    """The build that holds ``first``, whose prefix is that of a variant, and those for other targets.

    Args:
        name: the C prefix of the whole.
        target: what the first build is for.
        first: its graph is the one of all.
        others: see ``others_of``.
        options: the conversion's.
        describe: names of further builds.
        notify: called with messages for the user.

    Returns:
        A build like any other: its report is the first one's, with the flash and the arena of all.

    Raises:
        EdgecError: whatever stops a build.
    """
    builds = [first]
    for other in others:
        search = Search(options, other)
        base = describe(variant_prefix(name, features_of(other)), other)
        engine = search.engine(FixedGraph(first.graph), base, notify)
        builds.append(engine.builder.build(engine.best(search.start(Numbers(first.report.scheme)))))
    targets = (target, *others)
    variants = [Variant(b.plan, b.files, t.name, features_of(t)) for b, t in zip(builds, targets, strict=True)]
    plan, files = dispatched(name, variants)
    measured = measure(name, files, target).measured
    report = make_report(plan, measured, [*(path for path, _ in files), f"{name}.edge"])
    about = tuple(
        VariantInfo(v.name, v.target, b.report.instructions, b.plan.weight_bytes + b.plan.table_bytes)
        for v, b in zip(variants, builds, strict=True)
    )
    said = replace(report, variants=about, pruning=first.report.pruning, choice=first.report.choice)
    return replace(first, plan=plan, files=files, report=_of_all(said, builds))


def _of_all(report: Report, builds: Sequence[Build]) -> Report:
    """The report with the constants of all builds, where they are not measured."""
    if report.flash.measured:
        return report
    flash = replace(
        report.flash,
        weights=sum(b.report.flash.weights for b in builds),
        tables=sum(b.report.flash.tables for b in builds),
    )
    return replace(report, flash=flash)
