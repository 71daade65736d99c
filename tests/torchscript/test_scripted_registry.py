"""Each operator of PyTorch's registry that takes no tensors is defined, or is absent for a reason."""

from __future__ import annotations

import torch
from scripted import SCRIPT

ABSENT = {
    "other devices": "_cufft_clear_plan_cache _cufft_get_plan_cache_max_size _cufft_get_plan_cache_size _cufft_set_plan_cache_max_size",
    "other processes": "confirmed_by_owner is_owner local_value owner owner_name to_here prim.rpc_async prim.rpc_remote prim.rpc_sync",
    "quantised tensors": "dequantize",
    "generators of their own": "Generator initial_seed seed",
    "files": "save",
    "by the ordinary operator of that name": "_assert_scalar is_autocast_cpu_enabled is_autocast_enabled is_grad_enabled sym_constrain_range"
    " sym_constrain_range_for_size",
    "by its syntax, x.tolist()": "prim.tolist",
    "the processor": "_get_cpu_capability",
    "what only PyTorch's optimiser writes": "prim.AddStatValue prim.AutogradAdd prim.AutogradAllNonZero prim.AutogradAllZero"
    " prim.AutogradAnyNonZero prim.AutogradZero prim.BailOut prim.BailoutTemplate prim.BroadcastMKLDNNTensors prim.BroadcastSizes"
    " prim.ChunkSizes prim.ConstantChunk prim.ConstantMKLDNNTensor prim.DifferentiableGraph prim.FallbackGraph prim.FusedConcat"
    " prim.FusionGroup prim.Guard prim.MKLDNNClamp prim.MKLDNNClamp_ prim.MKLDNNHardSigmoid prim.MKLDNNHardSigmoid_"
    " prim.MKLDNNHardSwish prim.MKLDNNHardSwish_ prim.MKLDNNHardTanh prim.MKLDNNHardTanh_ prim.MKLDNNLayerNorm"
    " prim.MKLDNNLayerNorm_ prim.MKLDNNScalarMul prim.MKLDNNScalarMul_ prim.MMBatchSide prim.MMTreeReduce prim.ReductionSizes"
    " prim.RequiresGradCheck prim.StaticRuntimeCopyOuts prim.StaticSubgraph prim.TensorExprDynamicGroup"
    " prim.TensorExprDynamicGuard prim.TensorExprGroup prim.TimePoint prim.TypeCheck prim.VarConcat prim.VarStack"
    " prim.mkldnn_convolution prim.oneDNNFusionGroup prim.oneDNNFusionGuard prim.profile prim.profile_ivalue",
    "what cannot be saved": "prim.IgnoredPythonOp prim.PythonOp",
}


def test_registry_is_covered() -> None:
    absent = {name for names in ABSENT.values() for name in names.split()}
    wanted = set()
    for schema in torch._C._jit_get_all_schemas():
        space, _, name = schema.name.partition("::")
        types = [str(each.type) for each in [*schema.arguments, *schema.returns]]
        if space == "prim":
            wanted.add("prim." + name)
        elif space == "aten" and not any("Tensor" in each for each in types):
            wanted.add(name)
    assert {name for name in wanted if "script." + name not in SCRIPT} == absent


# What the syntax of archives has beside operators: declared.py.
DECLARED = [f"prim.{each}" for each in ("annotate", "uninitialized", "isinstance", "fork")]


def test_names_are_of_the_registry() -> None:
    """Beside those of the parser, of upgraders, and of the interpreter's instructions."""
    known = {each.name for each in torch._C._jit_get_all_schemas()}
    for spelling in SCRIPT:
        name = spelling.removeprefix("script.").removeprefix("tensor.")
        if name in ("print", "prim.ListUnpack") or name.split("_0_")[-1].isdigit():
            continue
        if name in DECLARED:
            continue
        assert ("aten::" + name in known) or (name.replace("prim.", "prim::") in known), spelling
