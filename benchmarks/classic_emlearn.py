"""emlearn's C as a folder that edgec's bench builds, runs and measures like one of edgec's own."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from classic_models import Trained
from sklearn.base import clone

from edgec.targets.machine.bench import BenchModel, Port

NAME = "em"
LARGE = 20  # trees from which on only the table is built: megabytes of inline C
INT16 = 1 << 13  # the largest value that features are scaled to
TREES = ("RandomForestClassifier", "ExtraTreesClassifier", "DecisionTreeClassifier", "RandomForestRegressor")
HEADER = """#ifndef EM_H
#define EM_H
#include <stddef.h>
#include <stdint.h>
typedef struct {{ int unused; }} em_t;
#define EM_ARENA_SIZE 0u
#define EM_ARENA_ALIGN 16u
#define EM_INPUT0_SIZE {features}u
#define EM_OUTPUT0_SIZE 1u
int em_init(em_t *m, void *arena, size_t size);
int em_run(em_t *m, const {given} *in0, {result} *out0);
#endif
"""
SOURCE = """#include "em.h"
{code}
{extra}
int em_init(em_t *m, void *arena, size_t size) {{ (void)m; (void)arena; (void)size; return 0; }}
int em_run(em_t *m, const {given} *in0, {result} *out0) {{ (void)m; *out0 = ({result}){call}; return 0; }}
"""


@dataclass(frozen=True)
class Setting:
    """A conversion by emlearn: the type of the features, options, and whether features are scaled to int16."""

    title: str
    given: str
    options: dict[str, Any]
    scaled: bool = False
    call: str = "model_predict(in0, {n})"
    extra: str = ""


KNN = """static EmlNeighborsDistanceItem distances[{rows}];
static int em_nearest(const int16_t *in0) {{
    int16_t found = -1;
    return eml_neighbors_predict(&model, in0, {n}, distances, {rows}, &found) == EmlOk ? found : -1;
}}"""
SETTINGS: dict[str, tuple[Setting, ...]] = {
    "tree": (
        Setting("defaults: int16, inline", "int16_t", {}),
        Setting("int16 table", "int16_t", {"method": "loadable"}),
        Setting("int16 table, features scaled", "int16_t", {"method": "loadable"}, scaled=True),
        Setting("float, inline, 8-bit leaves", "float", {"dtype": "float", "leaf_bits": 8}),
    ),
    "large": (Setting("int16 table, features scaled", "int16_t", {"method": "loadable"}, scaled=True),),
    "values": (Setting("float, inline", "float", {"dtype": "float"}),),
    "MLPClassifier": (Setting("defaults: float; scaler not counted", "float", {}),),
    "GaussianNB": (Setting("defaults: fixed point", "float", {}, call="eml_bayes_predict(&model_model, in0, {n})"),),
    "KNeighborsClassifier": (Setting("defaults: int16", "int16_t", {}, call="em_nearest(in0)", extra=KNN),),
}


@dataclass(frozen=True)
class Peer:
    """A folder with emlearn's C for a model: what the bench needs of it, and the held-out rows as it takes them."""

    setting: Setting
    folder: Path
    bench: BenchModel
    rows: np.ndarray
    flags: tuple[str, ...]


def settings_of(known: Trained) -> tuple[Setting, ...]:
    """Ways in which emlearn takes the model; none where it does not."""
    kind = type(_last(known.model)).__name__
    if kind in TREES:
        large = len(getattr(_last(known.model), "estimators_", ())) > LARGE
        return SETTINGS["values" if known.values else "large" if large else "tree"]
    return SETTINGS.get(kind, ())


def peer(known: Trained, setting: Setting, folder: Path) -> Peer:
    """Convert and write the folder."""
    import emlearn

    np.seterr(all="warn")  # emlearn makes numpy raise
    model, rows = _last(known.model), known.held
    if hasattr(known.model, "steps"):
        rows = known.model[:-1].transform(rows).astype(np.float32)
    if setting.scaled:
        factor = 2.0 ** np.floor(np.log2(INT16 / np.abs(known.x).max()))
        model, rows = clone(model).fit(known.x * factor, known.y), rows * factor
    folder.mkdir(parents=True)
    here = Path.cwd()
    os.chdir(folder)  # emlearn leaves a folder tmp where it runs
    try:
        save: Callable[..., str] = emlearn.convert(model, **setting.options).save
    finally:
        os.chdir(here)
    n = rows.shape[1]
    words = {"n": n, "rows": len(known.x), "features": n, "given": setting.given}
    words["result"] = "float" if known.values else "int32_t"
    texts = {"code": save(name="model"), "extra": setting.extra.format(**words), "call": setting.call.format(**words)}
    (folder / "em.h").write_text(HEADER.format(**words), encoding="ascii")
    (folder / "em.c").write_text(SOURCE.format(**words, **texts), encoding="ascii")
    (folder / "em_weights.c").write_text("typedef int em_no_weights;\n", encoding="ascii")
    as_given = rows.astype(np.float32 if setting.given == "float" else np.int16)
    bench = BenchModel(NAME, (Port(setting.given, n * as_given.itemsize),), (Port(words["result"], 4),), 0)
    include = str(Path(emlearn.__file__).parent)
    return Peer(setting, folder, bench, as_given, ("-std=gnu11", "-w", "-I", include))


def _last(model: Any) -> Any:
    return model.steps[-1][1] if hasattr(model, "steps") else model
