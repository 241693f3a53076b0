"""The time of one training step from a complete row (rows.complete) and a dozen coefficients."""
import math

import numpy as np

from rows import Held, layer_flops

# name -> (start, meaning); all positive, fitted in their logarithm, held near the start by a weak prior.
COEFFICIENTS = {
    "gemm_ampere": (1.1, "matrix products in a step over the same alone (clock under load, gaps): A100, V100"),
    "gemm_hopper_bfloat16": (1.25, "the same, H100 and H200 in bf16"),
    "gemm_hopper_fp8": (1.2, "the same in fp8"),
    "gemm_blackwell_bfloat16": (1.1, "the same, B200, B300, GB200, GB300 in bf16"),
    "gemm_blackwell_fp8": (1.1, "the same in fp8"),
    "gemm_blackwell_nvfp4": (1.2, "the same in nvfp4"),
    "gemm_tpu": (1.1, "the same, TPU"),
    "gemm_rest": (1.1, "the same, all others"),
    "attention_ampere": (0.6, "share of the reachable bf16 rate of the fused attention core, A100"),
    "attention_early": (0.4, "the same, Hopper with kernels made before it (llm-foundry, torchtitan, torchtune)"),
    "attention": (0.6, "the same, all others"),
    "memory_fused": (12.0, "passes over the hidden state per layer outside matrix products, fused frameworks"),
    "attention_old": (3.0, "passes over the scores where attention is not fused"),
    "memory": (20.0, "the same, eager frameworks"),
    "recompute": (0.9, "time of a recomputed forward pass over the first"),
    "tight": (0.1, "slow-down of a sharded step whose memory is full to the brim"),
    "memory_ffn": (3.0, "passes over the inner MLP state per layer"),
    "tp_exposed": (0.6, "share of tensor-parallel traffic that is not hidden"),
    "ep_exposed": (0.6, "share of expert all-to-all that is not hidden"),
    "pp_exposed": (0.5, "share of pipeline sends that is not hidden"),
    "dp_exposed": (0.3, "share of gradient reduction that is not hidden"),
    "overlap": (2.0, "how well traffic of sharded weights hides: p - 1 of (compute^p + wire^p)^(1/p)"),
    "scale_out": (0.6, "reached share of the network's rate"),
    "optimizer": (1.5, "optimizer traffic over 16 bytes per parameter held"),
    "launch": (150.0, "microseconds of kernel launches per layer and pass, forward"),
    "launch_tuning": (2200.0, "the same for adapters in eager mode, which start many small kernels"),
    "sharded_tuning": (1.2, "launches added by sharding there, over those without"),
    "length": (0.15, "mean over longest sample where samples are not packed"),
    "unpack": (1.0, "picoseconds per parameter to unpack 4-bit weights, each pass"),
    "zero3_rate": (0.6, "reached share of one accelerator's network rate by DeepSpeed's stage 3"),
    "launch_moe": (250.0, "the same added per expert layer"),
    "expert": (1.3, "grouped expert products over plain ones of the same shape"),
    "crowd": (0.01, "slow-down per doubling of accelerators (stragglers, network)"),
}
NAMES = list(COEFFICIENTS)
START = np.log([v[0] for v in COEFFICIENTS.values()])


def gemm_seconds(table, flops, m, n, k):
    """Seconds for `flops` done in products of shape m x n x k, from the fitted kernel table."""
    tflops, m0, n0, k0, _ = table
    return flops / (tflops * 1e12) * (1 + m0 / m + n0 / n + k0 / k)


# Bytes a second and accelerator: a link of sixteen lanes of the fourth kind, and an eighth of a machine's memory. General
# knowledge, fitted to nothing: one row of the table keeps its weights on the host.
TO_HOST, ON_HOST = 25e9, 25e9


def step(q, c):
    """Seconds of one optimizer step and its parts (per accelerator)."""
    project, mlp, experts, core = layer_flops(q)
    scale = 1.0
    if q["gflop"]:  # hybrid architectures: keep the published work per token
        scale = q["gflop"] * 1e9 / (3 * (q["layers"] * (project + mlp + experts + core) + 2 * q["hidden"] * q["vocab"]))
    tokens = q["mbs"] * q["seq"] / q["cp"] * (c["length"] if q["eager"] else 1.0)
    h, tp, layers = q["hidden"], q["tp"], q["layers"] / q["pp"]
    bandwidth, rate16 = q["bandwidth"] * 1e9, q["gemm16"][0] * 1e12
    back = (1.0 if q["lora"] else 2.0)
    again = q["again"]
    key = f"gemm_{q['chip']}" + (f"_{q['dtype']}" if q["chip"] in ("hopper", "blackwell") else "")
    hot = c[key]
    hot16 = c[f"gemm_{q['chip']}_bfloat16"] if q["chip"] in ("hopper", "blackwell") else hot
    core_share = c["attention_ampere" if q["chip"] == "ampere" else "attention_early" if q["early"] else "attention"]
    # Matrix products of one layer, forward, one micro-batch.
    ffn, wide = max(64.0, q["ffn"] / tp), q["heads"] * q["head"] / tp
    product = lambda flops, rows, n, k: 0.5 * (gemm_seconds(q["gemm"], flops, rows, n, h)
                                               + gemm_seconds(q["gemm"], flops, rows, h, k))
    dense = hot * scale * (product(tokens * project / tp, tokens, wide + 2 * q["kv"] * q["head"] / tp, wide)
                           + product(tokens * mlp / tp, tokens, (1 + q["gated"]) * ffn, ffn))
    routed = 0.0
    if experts:
        rows = max(16.0, tokens * q["topk"] / q["experts"] * q["ep"])
        inner = q["moe_ffn"]
        routed = hot * c["expert"] * scale * product(tokens * experts / tp, rows, (1 + q["gated"]) * inner, inner)
    fused = tokens * core / tp * (2.0 if q["old"] else 1.0) / rate16
    if q["old"]:
        attend = fused * hot16 + c["attention_old"] * 2 * tokens * q["seq"] * q["heads"] / tp / bandwidth
    else:
        attend = fused / core_share * scale
    spread = tp if not q["old"] or q["ckpt"] == 1 else 1.0  # sequence parallelism divides the norms too
    width = (q["ffn"] if not experts else q["moe_ffn"] * (q["topk"] + q["shared"])) * (1 + q["gated"])
    often = c["memory_fused" if q["fused"] else "memory"]
    passes = (often * h / spread + c["memory_ffn"] * width / tp) * 2 * tokens / bandwidth
    layer_forward = dense + routed + attend + passes
    forward = layer_forward * layers
    backward = layers * (back * (dense + routed) + 2.5 * attend + 1.5 * passes)
    recompute = c["recompute"] * again * forward + (layers * attend if q["ckpt"] == 1 else 0.0)
    head_flops = tokens * 2 * h * q["vocab"] / tp / (q["pp"] if q["pp"] > 1 else 1)
    head = hot16 * (1 + back) * gemm_seconds(q["gemm16"], head_flops, tokens, q["vocab"] / tp, h)
    head += tokens * q["vocab"] / tp * 16 / bandwidth / q["pp"]
    # Traffic of one micro-batch.
    fast, slow = 0.72 * q["up"] * 1e9, c["scale_out"] * q["out"] * 1e9
    link = lambda group: fast if group <= q["domain"] else slow
    rounds = 4 + 2 * again
    tensor = 0.0
    if tp > 1:
        size = tokens * h * 2
        tensor = c["tp_exposed"] * layers * rounds * (2 * (tp - 1) / tp * size / link(tp) + 20e-6)
    expert = 0.0
    if experts and q["ep"] > 1:
        inside = min(1.0, q["domain"] / q["ep"])
        size = tokens * q["topk"] * q["travel"] * 2 / tp
        expert = c["ep_exposed"] * layers * 4 * size * (inside / fast + (1 - inside) / slow)
    send = 0.0
    if q["pp"] > 1:
        send = c["pp_exposed"] * 2 * max(1.0, q["vp"]) * tokens * h * 2 / tp / (fast if q["domain"] > 8 else slow)
    held = Held(q, layers, 2 / q["pp"])
    compute = forward + backward + recompute + head
    start = q["eager"] * c["launch_tuning"] * (1 + c["sharded_tuning"] * q["fsdp"]) or c["launch"]
    launches = (start + (c["launch_moe"] if experts else 0)) * 1e-6 * layers * (1 + back + again)
    compute = math.hypot(compute, launches)
    if q["nf4"]:
        compute += c["unpack"] * 1e-12 * held.whole() * (1 + back)
    shard = 0.0
    if q["fsdp"] and q["dp"] * q["cp"] > 1:
        group = q["dp"] * q["cp"]
        weight = 2 * (held.whole() - held.sharded()) * ((2 if q["gradop"] else 3) if not q["lora"] else 2)
        ring = fast if group <= q["domain"] else min(fast, slow * min(8.0, q["domain"]))
        wire = weight / (c["zero3_rate"] * q["out"] * 1e9 if q["zero3"] else ring)
        wire += 3 * layers * 25e-6 * math.log2(group)
        power = 2.0 if q["zero3"] else 1 + c["overlap"]
        shard = (compute ** power + wire ** power) ** (1 / power) - compute
    if q["fsdp"] and q["chip"] != "tpu":
        shard += c["tight"] * compute * min(1.0, max(0.0, (q["full"] - 0.7) / 0.3))
    micro = compute + tensor + expert + send + shard
    bubble = (q["pp"] - 1) / max(1.0, q["vp"])
    pipeline = micro * (q["micros"] + bubble)
    reduce = 0.0
    if not q["fsdp"] and not q["lora"]:
        size = (held.dense if q["dp"] > 1 else 0.0) + (held.experts if held.edp > 1 else 0.0)
        reduce = c["dp_exposed"] * 2 * size * 2 / (fast if q["dp"] * q["tp"] <= q["domain"] else slow)
    state = (held.sharded_over_dp() if q["fsdp"] or not q["old"] else held.whole()) * (0.02 if q["lora"] else 1)
    update = c["optimizer"] * 16 * state / bandwidth + (0.1 * held.whole() * 2 / bandwidth if not q["lora"] else 0)
    if "on_host" in q["savings"]:
        # Each micro-batch fetches the weights twice and brings gradients back; the processors update what they hold.
        pipeline += q["micros"] * 6 * state / TO_HOST
        update = 14 * state / ON_HOST
    total = (pipeline + reduce + update) * (1 + c["crowd"] * math.log2(q["n"]))
    return total, dict(compute=compute * q["micros"], tensor=tensor * q["micros"], expert=expert * q["micros"],
                       shard=shard * q["micros"], bubble=micro * bubble, reduce=reduce, update=update)


def tokens_per_step(q):
    return q["micros"] * q["mbs"] * q["dp"] * q["seq"]


def tokens_per_second(q, theta):
    """Tokens per second and accelerator."""
    seconds, _ = step(q, dict(zip(NAMES, np.exp(theta))))
    return tokens_per_step(q) / q["n"] / seconds
