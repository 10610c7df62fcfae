"""Mutations of ONNX models: damaged bytes, and edits of the protobuf that leave it well formed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import onnx
from google.protobuf.message import DecodeError
from onnx import AttributeProto, GraphProto, ModelProto, NodeProto, TensorProto, numpy_helper

INTS = (0, 1, -1, 2, 3, 4, 5, 7, 8, 16, -2, -3, 127, 128, 255, 1 << 16, (1 << 31) - 1, 1 << 31, -(1 << 31),
        (1 << 63) - 1, -(1 << 63))  # fmt: skip
SMALL = (0, 1, 2, 3, 4, 5, 6, -1, -2)
FLOATS = (0.0, 1.0, -1.0, 0.5, 2.0, 1e-5, 0.1, 3.0, 1e10, -1e10, 1e38, 1e-40, float("inf"), float("-inf"), float("nan"))
WORDS = ("", "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID", "nearest", "linear", "cubic", "constant", "reflect",
         "edge", "wrap", "asymmetric", "align_corners", "half_pixel", "tf_crop_and_resize", "floor", "ceil", "forward",
         "reverse", "bidirectional", "Relu", "Tanh", "Sigmoid", "DCR", "CRD", "ij,jk->ik", "i->", "SUM", "max", "add",
         "mul", "none", "bilinear", "zeros", "border", "avg", "tanh", "../x", "\x1b[2J*/", "a" * 300)  # fmt: skip
TYPES = (1, 1, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 16, 21, 22, 8, 14)
OPSETS = (7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 1, 99)
NOTHING = (IndexError, ValueError, TypeError, KeyError, RuntimeError)  # there to edit, or no such value
Edit = Callable[[ModelProto, random.Random], None]


def mutated(seed: bytes, rng: random.Random) -> bytes:
    """A changed copy of a model; one in five has damaged bytes, the others changed content."""
    if rng.random() < 0.2:
        return damaged(seed, rng)
    model = ModelProto()
    try:
        model.ParseFromString(seed)
    except DecodeError:
        return damaged(seed, rng)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        edit = rng.choice(EDITS)
        try:
            edit(model, rng)
        except (*NOTHING, onnx.checker.ValidationError):
            continue
    return model.SerializeToString()


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Bytes set, inserted, removed or repeated at a few places."""
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(data) + 1)
        patch = rng.randbytes(rng.randrange(1, 9))
        kind = rng.randrange(4)
        if kind == 0:
            data = data[:at] + patch + data[at + len(patch) :]
        elif kind == 1:
            data = data[:at] + patch + data[at:]
        elif kind == 2:
            data = data[:at] + data[at + len(patch) :]
        else:
            data = data[:at] + data[at : at + 40] * 2 + data[at + 40 :]
    return data


# --- what there is to edit --------------------------------------------------------------------------------------------


def _graphs(model: ModelProto) -> list[GraphProto]:
    """The graph and its subgraphs."""
    found = [model.graph]
    for graph in found:  # grows while it is read
        found += [a.g for n in graph.node for a in n.attribute if a.HasField("g")]
    return found


def _graph(model: ModelProto, rng: random.Random) -> GraphProto:
    graphs = _graphs(model)
    return model.graph if rng.random() < 0.6 else rng.choice(graphs)


def _node(model: ModelProto, rng: random.Random) -> NodeProto:
    return rng.choice(_graph(model, rng).node)


def _names(graph: GraphProto) -> list[str]:
    return (
        [i.name for i in graph.input] + [t.name for t in graph.initializer] + [o for n in graph.node for o in n.output]
    )


def _int(value: int, rng: random.Random) -> int:
    return rng.choice((value + 1, value - 1, -value, rng.choice(SMALL), rng.choice(SMALL), rng.choice(INTS)))


def _resized(values: Sequence[int], rng: random.Random) -> list[int]:
    """A list of integers with an element changed, removed, repeated or moved."""
    out, kind = list(values), rng.randrange(6)
    if not out:
        return [rng.choice(SMALL)]
    at = rng.randrange(len(out))
    if kind < 3:
        out[at] = _int(out[at], rng)
    elif kind == 3:
        del out[at]
    elif kind == 4:
        out.insert(at, out[at])
    else:
        rng.shuffle(out)
    return out


# --- edits ------------------------------------------------------------------------------------------------------------


def _attribute(model: ModelProto, rng: random.Random) -> None:
    """Another value of an attribute."""
    attribute = rng.choice(_node(model, rng).attribute)
    kind = attribute.type
    if kind == AttributeProto.INT:
        attribute.i = _int(attribute.i, rng)
    elif kind == AttributeProto.INTS:
        values = _resized(attribute.ints, rng)
        del attribute.ints[:]
        attribute.ints.extend(values)
    elif kind == AttributeProto.FLOAT:
        attribute.f = rng.choice((rng.choice(FLOATS), attribute.f * 2, -attribute.f, rng.uniform(-3, 3)))
    elif kind == AttributeProto.FLOATS:
        at = rng.randrange(len(attribute.floats))
        attribute.floats[at] = rng.choice(FLOATS)
    elif kind == AttributeProto.STRING:
        attribute.s = rng.choice(WORDS).encode()
    elif kind == AttributeProto.STRINGS:
        attribute.strings[rng.randrange(len(attribute.strings))] = rng.choice(WORDS).encode()
    elif kind == AttributeProto.TENSOR:
        _change_tensor(attribute.t, rng)


def _schema_attribute(model: ModelProto, rng: random.Random) -> None:
    """An attribute that the operator may have, set to some value of its kind."""
    node = _node(model, rng)
    schema = (
        onnx.defs.get_schema(node.op_type, domain=node.domain) if onnx.defs.has(node.op_type, node.domain) else None
    )
    declared = rng.choice(sorted(schema.attributes.items(), key=lambda item: item[0])) if schema else None
    if declared is None:
        return
    name, kind = declared[0], int(declared[1].type.value)
    kept = [a for a in node.attribute if a.name != name]
    new = AttributeProto(name=name, type=kind)
    if kind == AttributeProto.INT:
        new.i = rng.choice(SMALL)
    elif kind == AttributeProto.FLOAT:
        new.f = rng.choice(FLOATS)
    elif kind == AttributeProto.STRING:
        new.s = rng.choice(WORDS).encode()
    elif kind == AttributeProto.INTS:
        new.ints.extend(rng.choice(SMALL) for _ in range(rng.randrange(5)))
    elif kind == AttributeProto.FLOATS:
        new.floats.extend(rng.choice(FLOATS) for _ in range(rng.randrange(5)))
    else:
        return
    del node.attribute[:]
    node.attribute.extend([*kept, new])


def _drop_attribute(model: ModelProto, rng: random.Random) -> None:
    node = _node(model, rng)
    del node.attribute[rng.randrange(len(node.attribute))]


def _rewire(model: ModelProto, rng: random.Random) -> None:
    """An input of a node reads something else, or nothing."""
    graph = _graph(model, rng)
    node = rng.choice(graph.node)
    at = rng.randrange(len(node.input))
    node.input[at] = rng.choice([*_names(graph), "", node.input[rng.randrange(len(node.input))]])


def _arity(model: ModelProto, rng: random.Random) -> None:
    """An input or an output more or less."""
    graph = _graph(model, rng)
    node = rng.choice(graph.node)
    kind = rng.randrange(4)
    if kind == 0:
        node.input.append(rng.choice(_names(graph)))
    elif kind == 1:
        node.output.append(f"more{rng.randrange(100)}")
    else:
        names = node.input if kind == 2 else node.output
        del names[rng.randrange(len(names))]


def _operator(model: ModelProto, rng: random.Random) -> None:
    """Another operator: of the same model, or any of ONNX."""
    graph = _graph(model, rng)
    node = rng.choice(graph.node)
    names = [n.op_type for n in graph.node]
    if rng.random() < 0.7:
        arity = len(node.input)
        schemas = [s for s in onnx.defs.get_all_schemas() if s.min_input <= arity <= s.max_input]
        names = [s.name for s in schemas]
    node.op_type = rng.choice(names)


def _order(model: ModelProto, rng: random.Random) -> None:
    """A node is removed, repeated, or moved."""
    graph = _graph(model, rng)
    at = rng.randrange(len(graph.node))
    node = NodeProto()
    node.CopyFrom(graph.node[at])
    kind = rng.randrange(3)
    if kind == 0:
        del graph.node[at]
        if node.input and node.output:  # what it wrote is what it read
            for other in graph.node:
                for i, name in enumerate(other.input):
                    if name == node.output[0]:
                        other.input[i] = node.input[0]
    elif kind == 1:
        for i, name in enumerate(node.output):
            node.output[i] = f"{name}_again"
        graph.node.append(node)
        if graph.output:
            graph.output.append(onnx.helper.make_tensor_value_info(node.output[0], rng.choice(TYPES), None))
    else:
        del graph.node[at]
        graph.node.insert(rng.randrange(len(graph.node) + 1), node)


def _change_tensor(tensor: TensorProto, rng: random.Random) -> None:
    """Other dims, type or values; what is stored still fits, most of the time."""
    kind = rng.randrange(6)
    if kind == 0:
        dims = _resized(tensor.dims, rng)
        del tensor.dims[:]
        tensor.dims.extend(dims)
        return
    if kind == 1:
        tensor.data_type = rng.choice(TYPES)
        return
    if tensor.data_location == TensorProto.EXTERNAL:
        entry = rng.choice(tensor.external_data)
        entry.value = rng.choice((str(rng.choice(INTS)), str(rng.choice(SMALL)), entry.value + "0", rng.choice(WORDS)))
        return
    array = np.array(numpy_helper.to_array(tensor))
    if array.dtype == object or array.size > 1 << 16:
        return
    with np.errstate(all="ignore"):
        if kind == 2:
            dtype = rng.choice((np.float32, np.float64, np.int64, np.int32, np.int8, np.uint8, np.bool_, np.float16))
            array = array.astype(dtype)
        elif kind == 3 and array.ndim:
            axis = rng.randrange(array.ndim)
            array = np.concatenate([array, array], axis) if rng.random() < 0.5 else np.delete(array, 0, axis)
        elif array.size:
            value = rng.choice(FLOATS) if array.dtype.kind == "f" else rng.choice((*SMALL, *INTS[10:16]))
            array.reshape(-1)[rng.randrange(array.size)] = np.asarray(value).astype(array.dtype)
    tensor.CopyFrom(numpy_helper.from_array(array, tensor.name))


def _initializer(model: ModelProto, rng: random.Random) -> None:
    _change_tensor(rng.choice(_graph(model, rng).initializer), rng)


def _constant_or_input(model: ModelProto, rng: random.Random) -> None:
    """An initializer becomes an input, or an input an initializer."""
    graph = model.graph
    if rng.random() < 0.5:
        at = rng.randrange(len(graph.initializer))
        tensor = graph.initializer[at]
        graph.input.append(onnx.helper.make_tensor_value_info(tensor.name, tensor.data_type, list(tensor.dims)))
        del graph.initializer[at]
        return
    at = rng.randrange(len(graph.input))
    value = graph.input[at]
    shape = [d.dim_value or 1 for d in value.type.tensor_type.shape.dim]
    dtype = onnx.helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type)
    if np.prod(shape, dtype=np.float64) < 1 << 16:
        graph.initializer.append(numpy_helper.from_array(np.ones(shape, dtype), value.name))
        del graph.input[at]


def _port(model: ModelProto, rng: random.Random) -> None:
    """Another shape or type of an input."""
    graph = _graph(model, rng)
    kind = rng.choice(graph.input).type.tensor_type
    choice = rng.randrange(6)
    if choice == 0:
        kind.elem_type = rng.choice(TYPES)
    elif choice == 1:
        kind.shape.dim.add().dim_value = rng.choice(SMALL)
    elif choice == 2:
        del kind.shape.dim[rng.randrange(len(kind.shape.dim))]
    elif choice == 3:
        rng.choice(kind.shape.dim).dim_param = "n"
    else:
        dim = rng.choice(kind.shape.dim)
        dim.dim_value = _int(dim.dim_value, rng)


def _output(model: ModelProto, rng: random.Random) -> None:
    """An inner value becomes an output, or an output is declared differently."""
    graph = _graph(model, rng)
    if rng.random() < 0.6:
        graph.output.append(onnx.helper.make_tensor_value_info(rng.choice(_names(graph)), rng.choice(TYPES), None))
    else:
        rng.choice(graph.output).type.tensor_type.elem_type = rng.choice(TYPES)


def _opset(model: ModelProto, rng: random.Random) -> None:
    rng.choice(model.opset_import).version = rng.choice(OPSETS)


EDITS: tuple[Edit, ...] = (
    *[_attribute] * 6, *[_schema_attribute] * 4, _drop_attribute, *[_rewire] * 2, _arity, *[_operator] * 3,
    *[_order] * 2, *[_initializer] * 4, _constant_or_input, *[_port] * 5, *[_output] * 2, _opset,
)  # fmt: skip
