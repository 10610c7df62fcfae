"""Parameters as records: the structs in the headers are theirs, and every parameter struct has one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

import pytest

from edgec.codegen.kernels.params import Float, Int32, Int32x4, Line, Record, struct_text
from edgec.codegen.kernels.shared.params import Geometry, Windowed
from edgec.codegen.kernels.spec import Call
from tests.kernels import written

SWAPPED = r"(EDGEC_\w+),(\s+)(EDGEC_\w+)", r"\3,\2\1"
CHANGES = {  # what is changed in a header, and how
    "plain/edgec_conv2d_s8.h": ("    int32_t groups;\n", ""),
    "plain/edgec_unary_int.h": ("type lo, hi; ", "type lo;     "),
    "blocked_f32/edgec_blocked.h": ("EDGEC_BOUND_BOTH 2", "EDGEC_BOUND_BOTH 3"),
    "include/edgec_gates.h": SWAPPED,
    "plain/edgec_tree_f32.h": SWAPPED,
}


@dataclass(frozen=True)
class Inner(Record, ctype="edgec_test_inner"):
    """A struct in a struct."""

    dims: Int32x4
    step: Annotated[Int32, Line("of a row")]
    rest: Annotated[Int32, Line("long")]


@dataclass(frozen=True)
class Outer(Windowed, ctype="edgec_test_params"):
    """All kinds of members."""

    inner: Inner
    lo: Float
    hi: Float
    in_: Int32


STRUCTS = """\
typedef struct {
    int32_t dims[4];
    int32_t step; /* of a row */
    int32_t rest; /* long */
} edgec_test_inner;
typedef struct {
    edgec_geometry geo;
    edgec_test_inner inner;
    float lo, hi;
    int32_t in;
} edgec_test_params;"""


def outer() -> Outer:
    return Outer(Geometry(*range(15)), Inner((1, 2, 3, 4), 5, 6), 0.5, 1.5, in_=7)


def test_struct_of_a_record() -> None:
    assert f"{struct_text(Inner)}\n{struct_text(Outer)}" == STRUCTS


def test_initializer_leaves_out_what_is_not_read() -> None:
    call = Call("f", "f.h", outer(), (), steps=(("inner.step", 2),)).without("geo", "inner.dims", "lo")
    assert call.initializer is not None
    assert call.initializer.ctype == "edgec_test_params"
    assert call.initializer.fields == (("inner.step", 5), ("inner.rest", 6), ("hi", 1.5), ("in", 7))
    assert call.stepping(10).params_of(Outer).inner == Inner((1, 2, 3, 4), 20, 6)


def test_a_path_that_no_member_has_is_an_error() -> None:
    call = Call("f", "f.h", outer(), ())
    with pytest.raises(KeyError, match=r"Outer has no geo\.nothing"):
        call.without("geo.nothing")
    with pytest.raises(KeyError, match="Outer has no step"):
        Call("f", "f.h", outer(), (), steps=(("step", 1),))


def test_arrays_have_their_length() -> None:
    with pytest.raises(AssertionError, match="dims: not 4 values"):
        Inner((1, 2, 3), 5, 6)


def test_params_of_another_class_is_an_error() -> None:
    with pytest.raises(AssertionError, match="no Inner"):
        Call("f", "f.h", outer(), ()).params_of(Inner)


def test_headers_are_written() -> None:
    stale = written.stale()
    assert not stale, f"stale: {', '.join(stale)}; run python -m tests.kernels.written"


@pytest.mark.parametrize("header", CHANGES)
def test_changed_header_is_written_again(header: str) -> None:
    text = written.headers()[f"runtime_c/{header}"]
    changed = re.sub(*CHANGES[header], text, count=1)
    assert changed != text
    assert written.rendered(changed) == text


def test_every_record_and_constant_has_its_place() -> None:
    texts = [text for path, text in written.headers().items()]
    structs = [n for text in texts for found in (written.STRUCT, written.IN_MACRO) for n in found.findall(text)]
    defines = [name for text in texts for name, _ in written.DEFINE.findall(text)]
    defines += [name for text in texts for names in written.ENUM.findall(text) for name in re.findall(r"\w+", names)]
    own = [name for name, record in written.every_record().items() if record.__module__.startswith("edgec.codegen.")]
    assert len(own) > 20
    assert sorted(own) == sorted(n for n in structs if n in own)
    assert sorted(written.constants()) == sorted(n for n in defines if n in written.constants())


def test_every_parameter_struct_has_a_record() -> None:
    structs = [n for text in written.headers().values() for n in written.STRUCT.findall(text) if n.endswith("_params")]
    assert not [name for name in structs if name not in written.every_record()]
