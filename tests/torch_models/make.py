"""Makes the PyTorch test models: `python tests/torch_models/make.py` writes the .onnx files beside this script.

Needs torch (2.4 or newer) and onnxscript, which the tests themselves do not.  Every network is exported by both
exporters (TorchScript and dynamo), with static and with dynamic batch.  Weights are random with a fixed seed:
the tests compare edgec with ONNX Runtime, not accuracy.
"""

from __future__ import annotations

import sys
from pathlib import Path

import onnx
import torch
from torch import nn

HERE = Path(__file__).resolve().parent


class Cnn(nn.Module):
    """Convolutions, batch normalization, residual addition, hard-swish, squeeze-excite, adaptive pooling."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8), nn.Hardswish())
        self.body = nn.Sequential(nn.Conv2d(8, 8, 3, 1, 1, groups=8), nn.BatchNorm2d(8), nn.ReLU6(), nn.Conv2d(8, 8, 1))
        self.squeeze = nn.Sequential(
            nn.AdaptiveAvgPool2d(1), nn.Conv2d(8, 4, 1), nn.ReLU(), nn.Conv2d(4, 8, 1), nn.Hardsigmoid()
        )
        self.head = nn.Sequential(nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8 * 4 * 4, 10), nn.LogSoftmax(1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.stem(x)
        y = self.body(x)
        return self.head(x + y * self.squeeze(y))


class Recurrent(nn.Module):
    """One recurrent layer over time, the last step classified."""

    def __init__(self, kind: type[nn.RNNBase], bidirectional: bool) -> None:
        super().__init__()
        self.rnn = kind(6, 8, num_layers=1, batch_first=True, bidirectional=bidirectional)
        self.head = nn.Linear(16 if bidirectional else 8, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y, _ = self.rnn(x)
        return self.head(y[:, -1])


class Transformer(nn.Module):
    """Embedding of patches, one encoder block written out, mean pooling."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Linear(12, 16)
        self.position = nn.Parameter(torch.randn(1, 9, 16) * 0.1)
        self.norm1, self.norm2 = nn.LayerNorm(16), nn.LayerNorm(16)
        self.qkv, self.out = nn.Linear(16, 48), nn.Linear(16, 16)
        self.mlp = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 16))
        self.head = nn.Linear(16, 5)

    def attend(self, x: torch.Tensor) -> torch.Tensor:
        b, n, _ = x.shape
        q, k, v = self.qkv(x).reshape(b, n, 3, 4, 4).permute(2, 0, 3, 1, 4)
        weights = torch.softmax(q @ k.transpose(-2, -1) * 0.5, dim=-1)
        return self.out((weights @ v).transpose(1, 2).reshape(b, n, 16))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.embed(x) + self.position
        x = x + self.attend(self.norm1(x))
        x = x + self.mlp(self.norm2(x))
        return self.head(x.mean(dim=1))


NETS = {
    "cnn": (Cnn, (1, 3, 16, 16)),
    "gru": (lambda: Recurrent(nn.GRU, False), (1, 7, 6)),
    "lstm": (lambda: Recurrent(nn.LSTM, True), (1, 7, 6)),
    "transformer": (Transformer, (1, 9, 12)),
}


def export(name: str, dynamo: bool, dynamic: bool) -> Path:
    """Write one model; returns its path."""
    torch.manual_seed(1)
    build, shape = NETS[name]
    net = build().eval()
    for m in net.modules():
        if isinstance(m, nn.BatchNorm2d):
            m.running_mean.normal_(0, 0.3)
            m.running_var.uniform_(0.5, 2.0)
    kind, batch = "dynamo" if dynamo else "torchscript", "dynamic" if dynamic else "static"
    path = HERE / f"{name}_{kind}_{batch}.onnx"
    x = torch.randn(2 if dynamic else 1, *shape[1:])
    if dynamo:
        shapes = ({0: torch.export.Dim("batch", min=1, max=64)},) if dynamic else None
        program = torch.onnx.export(net, (x,), dynamo=True, dynamic_shapes=shapes, external_data=False, verbose=False)
        program.save(str(path), external_data=False)
    else:
        axes = {"x": {0: "batch"}} if dynamic else None
        torch.onnx.export(net, (x,), str(path), dynamo=False, input_names=["x"], opset_version=17, dynamic_axes=axes)
    strip_metadata(path)
    return path


def strip_metadata(path: Path) -> None:
    """Remove stack traces and other notes: they name paths of the exporting machine and are most of the file."""
    model = onnx.load(path)
    graphs = [model.graph, *model.functions]
    del model.metadata_props[:]
    for graph in graphs:
        del graph.metadata_props[:]
        for node in graph.node:
            del node.metadata_props[:]
            node.doc_string = ""
        for value in graph.value_info:
            del value.metadata_props[:]
    for value in (*model.graph.input, *model.graph.output, *model.graph.initializer):
        if hasattr(value, "metadata_props"):
            del value.metadata_props[:]
        value.doc_string = ""
    path.write_bytes(model.SerializeToString())


def main() -> None:
    """Export everything, or the nets named on the command line."""
    for name in sys.argv[1:] or NETS:
        for dynamo in (False, True):
            for dynamic in (False, True):
                path = export(name, dynamo, dynamic)
                print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
