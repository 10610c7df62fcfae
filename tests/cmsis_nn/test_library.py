"""With the library (CMSIS_NN_DIR): its functions give the bytes of the references, in the scratch that they ask for."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from edgec.codegen.kernels.catalog import asked_kernels
from edgec.codegen.kernels.cmsis_nn.scratch import average_scratch, conv_s4_scratch, conv_scratch, depthwise_scratch
from edgec.converter.ops.conv import ConvAttrs
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.cmsis_nn.gains import of_gain
from tests.kernels.layers import Made, made_of
from tests.kernels.rates import count, count_layers, wrong_prices

FOLDER = os.environ.get("CMSIS_NN_DIR", "")
TARGETS = {"cortex-m3": "cmsis_nn", "cortex-m4": "cmsis_nn", "cortex-m55": "cmsis_nn_mve"}
WRAPPERS = {
    "conv2d_s8": "convolve_wrapper_s8", "conv2d_s4": "convolve_wrapper_s4", "dwconv2d_s8": "depthwise_conv_wrapper_s8",
}  # fmt: skip
SIZES = (
    "arm_convolve_get_buffer_sizes_s8", "arm_convolve_get_buffer_sizes_s4", "arm_depthwise_conv_get_buffer_sizes_s8",
)  # fmt: skip

pytestmark = pytest.mark.skipif(not FOLDER, reason="CMSIS_NN_DIR does not name the sources of CMSIS-NN")


@pytest.mark.parametrize("target", TARGETS)
def test_bytes_and_prices(target: str) -> None:
    if not available(load_target(target)):
        pytest.skip("no Arm compiler or QEMU")
    found = count([k for k in asked_kernels() if k.library.name == TARGETS[target]], target)
    assert [one.made.name for one in found if not one.right] == []
    assert wrong_prices(found, load_target(target).rates) == []


@pytest.mark.parametrize("target", TARGETS)
def test_bytes_of_factors_above_one(target: str) -> None:
    if not available(load_target(target)):
        pytest.skip("no Arm compiler or QEMU")
    layers = [k for k in asked_kernels() if k.library.name == TARGETS[target] and k.op in ("Conv", "Dense")]
    found = count_layers([m for k in layers for m in of_gain(k)], target)
    assert [one.made.name for one in found if not one.right] == []


@pytest.mark.parametrize("library", sorted(set(TARGETS.values())))
def test_scratch_is_what_the_library_asks_for(library: str, tmp_path: Path) -> None:
    made = [m for k in asked_kernels() if k.library.name == library and k.op == "Conv" for m in made_of(k)]
    helium = library.endswith("mve")
    asked = _asked(made, "mve" if helium else "dsp", tmp_path)
    for one, bytes_asked in zip(made, asked, strict=True):
        view = one.trial.view
        if one.kernel.id.endswith("s4"):
            ours = conv_s4_scratch(view)
        else:
            ours = (depthwise_scratch if _is_depthwise(one) else conv_scratch)(view, helium)
        assert ours == one.trial.scratch_bytes and ours >= bytes_asked, one.name
        grouped = view.attrs(ConvAttrs).groups > 1 and view.x(1).shape[1:3] == (1, 1)
        assert grouped or ours == bytes_asked, one.name  # 7.0.0 forgets the scratch of grouped 1x1 layers


def test_scratch_of_means_is_what_the_library_asks_for(tmp_path: Path) -> None:
    source = Path(FOLDER) / "Source" / "PoolingFunctions" / "arm_avgpool_get_buffer_sizes_s8.c"
    text = "#include <stdio.h>\n#include <arm_nnfunctions.h>\nint main(void)\n{\n"
    text += "".join(
        f'    printf("%ld ", (long)arm_avgpool_s8_get_buffer_size_{kind}(3, 17));\n' for kind in ("dsp", "mve")
    )
    (tmp_path / "sizes.c").write_text(text + "}\n", encoding="ascii")
    command = ["gcc", f"-I{Path(FOLDER) / 'Include'}", "-w", str(tmp_path / "sizes.c"), str(source)]
    subprocess.run([*command, "-o", str(tmp_path / "sizes")], check=True)
    done = subprocess.run([str(tmp_path / "sizes")], check=True, capture_output=True, text=True)
    assert done.stdout.split() == [str(average_scratch(17, helium)) for helium in (False, True)]


def _is_depthwise(made: Made) -> bool:
    return made.kernel.id.startswith("dw")


def _asked(made: list[Made], kind: str, folder: Path) -> list[int]:
    """Sizes of scratch that the library's functions ask for, compiled for this computer."""
    lines = []
    for one in made:
        view = one.trial.view
        a = view.attrs(ConvAttrs)
        o, kh, kw, per = view.x(1).shape
        deep = _is_depthwise(one)
        params = f"{{.stride = {{{a.strides[1]}, {a.strides[0]}}}, .padding = {{{a.pads[1]}, {a.pads[0]}}}, "
        params += f".dilation = {{{a.dilations[1]}, {a.dilations[0]}}}"
        params += f", .ch_mult = {o // view.x(0).shape[3]}}}" if deep else "}"
        shapes = (view.x(0).shape, (1, kh, kw, o) if deep else (o, kh, kw, per), view.y.shape)
        dims = ", ".join(f"&(cmsis_nn_dims){{{n}, {h}, {w}, {c}}}" for n, h, w, c in shapes)
        lines.append(
            f'    printf("%ld\\n", (long)arm_{WRAPPERS[one.kernel.id]}_get_buffer_size_{kind}'
            f"(&(cmsis_nn_{'dw_' if deep else ''}conv_params){params}, {dims}));\n"
        )
    text = "#include <stdio.h>\n#include <arm_nnfunctions.h>\nint main(void)\n{\n" + "".join(lines) + "}\n"
    (folder / "sizes.c").write_text(text, encoding="ascii")
    root = Path(FOLDER)
    sources = [root / "Source" / "ConvolutionFunctions" / f"{name}.c" for name in SIZES]
    command = ["gcc", f"-I{root / 'Include'}", "-w", str(folder / "sizes.c"), *map(str, sources)]
    subprocess.run([*command, "-o", str(folder / "sizes")], check=True)
    done = subprocess.run([str(folder / "sizes")], check=True, capture_output=True, text=True)
    return [int(line) for line in done.stdout.split()]
