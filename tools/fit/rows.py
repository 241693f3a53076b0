"""Reads the measurement tables and makes every row complete: one flat dict of numbers per row."""
import math
import re

import pandas as pd

from held import recompute_share, total

# Accelerators that the catalog lacks: TFLOP/s bf16, fp8, fp4; GB; GB/s of memory, scale-up, scale-out; domain.
EXTRA_ACCELERATORS = {
    "H100-96GB-HBM2e-500W": (810, 1620, 0, 96, 2400, 450, 50, 8),
    "H800-SXM-80GB": (989, 1979, 0, 80, 3350, 200, 50, 8),
    "RTX-A6000": (155, 0, 0, 48, 768, 32, 0, 1),
}
# GEMM: reachable TFLOP/s, and the sizes at which m, n, k cost as much again (see gemm_time). Fitted by gemm.py.
SYSTEMS = {"A100": "a100_sxm", "H100": "h100_sxm", "H800": "h100_sxm", "H200": "h200_sxm", "B200": "b200_sxm",
           "B300": "b300_sxm", "GB200": "gb200", "GB300": "gb300", "L40S": "l40s"}
# Models of the table without architecture columns: public configurations (layers, hidden, heads, kv, head size, ffn,
# vocab, gated, experts, top-k, expert ffn, GFLOP per token as published beside the rate, 0 where the shape says it).
KNOWN_MODELS = {
    "gemma3-12b-maxtext": (48, 3840, 16, 8, 256, 15360, 262144, 1, 0, 0, 0, 0),
    "gemma4-4b": (34, 2560, 8, 4, 256, 10240, 262144, 1, 0, 0, 0, 29.7),
    "gemma4-26b": (30, 2816, 16, 8, 256, 2112, 262144, 1, 128, 8, 704, 25.0),
    "nemotron_3_nano": (26, 2688, 32, 2, 128, 1856, 131072, 0, 128, 6, 1856, 22.3),
    "nemotron_3_super": (44, 4096, 32, 2, 128, 2688, 131072, 0, 512, 22, 2688, 84.8),
    "nemotron_3_ultra": (54, 8192, 64, 2, 128, 5120, 131072, 0, 512, 22, 5120, 365.0),
    "deepseekv4-flash": (43, 4096, 64, 1, 512, 2048, 129280, 1, 256, 6, 2048, 90.8),
}
LATENT = {"deepseek-v3": (1536, 512, 64, 3), "kimi-k2": (1536, 512, 64, 1)}  # q rank, kv rank, rope size, dense layers
SHARED_EXPERTS = {"deepseek-v3": 1, "kimi-k2": 1, "deepseekv4-flash": 1, "nemotron_3_nano": 1, "nemotron_3_super": 1,
                  "nemotron_3_ultra": 1}
# Width in which tokens travel to experts where it is not the hidden size (a hybrid's block: a mixer, an expert layer).
TRAVEL = {"nemotron_3_super": 1024, "nemotron_3_ultra": 2048}
# Sliding windows: tokens, and every which layer has full attention.
WINDOW = {"gpt-oss-120b": (128, 2), "gemma3-12b-maxtext": (1024, 6)}
HEAD_SIZE = {"qwen3-30b-a3b": 128, "qwen3-235b-a22b": 128, "gpt-oss-120b": 64}
TIED = ("llama3.2-1b", "llama3.2-3b", "gemma")  # where the row does not give the number of parameters
# What torchtune's notes add one after another.
LADDER = ["packed", "compile", "chunked CE", "activation checkpointing", "optimizer in bwd", "activation offload",
          "8bit AdamW", "LoRA", "QLoRA"]
SAVING = {"compile": "compiled", "chunked CE": "chunked", "optimizer in bwd": "in_backward",
          "activation offload": "offloaded", "8bit AdamW": "eight_bit"}
OLD_ATTENTION = ("SC21", "Korthikanti", "README 2020", "Smith")  # written before fused attention kernels


def accelerator_name(text):
    name = text.replace("NVIDIA ", "").replace("Blackwell GPU (", "").replace(")", "").replace("SXM5", "SXM")
    for sign, known in (("Gaudi", "Gaudi2"), ("rillium", "TPU-v6e"), ("B200-SXM", "B200-SXM"),
                        ("V100", "V100-SXM2-32GB"), ("A100-80GB", "A100-SXM-80GB")):
        if sign in name and not (sign == "B200-SXM" and name.startswith("GB")):
            return known
    return name


def family(accelerator):
    return accelerator.split("-")[0] if not accelerator.startswith(("TPU", "RTX")) else accelerator


def accelerators(folder):
    table = {}
    for r in pd.read_csv(f"{folder}/catalog_accelerators.csv.gz").itertuples():
        number = lambda v, other=0.0: other if v is None or math.isnan(v) else float(v)
        bf16 = number(r.bf16_dense_tflops, number(r.fp16_dense_tflops))
        table[r.name] = (bf16, number(r.fp8_dense_tflops), number(r.fp4_dense_tflops), number(r.memory_gb),
                         number(r.mem_bw_gbps), number(r.scaleup_bw_gbps_per_dir, 200.0),
                         number(r.scaleout_gbps_per_acc, 25.0), number(r.scaleup_domain, 8))
    return table | EXTRA_ACCELERATORS


def gemm_table(path):
    table = pd.read_csv(path, sep="\t")
    return {(r.system, r.dtype): (r.tflops, r.m0, r.n0, r.k0, r.floor_us) for r in table.itertuples()}


def framework_family(row):
    text = f"{row['framework']} {row['source']}".lower()
    for sign, name in (("llm-foundry", "fsdp"), ("torchtitan", "titan"), ("torchtune", "tune"), ("litgpt", "litgpt"),
                       ("maxtext", "tpu"), ("pax", "tpu"), ("deepspeed zero", "zero3"), ("megatron-bridge", "bridge"),
                       ("megatron", "megatron"), ("nemo 24.07", "nemo"), ("mlperf", "mlperf"), ("meta", "meta")):
        if sign in text:
            return name
    return "other"


def release(row):
    """Years since 2020 of the software, by the number in its name, else by the date of the source."""
    found = re.search(r"\b(2[3-6])\.(\d\d)", str(row["framework"]))
    if found:
        return int(found[1]) + int(found[2]) / 12 - 20
    year = re.search(r"20(\d\d)(?:-(\d\d))?", str(row["date"]))
    return int(year[1]) + int(year[2] or 6) / 12 - 20 if year else 3.0


def dtype_of(row, name):
    p = str(row["precision"]).lower()
    if "nvfp4" in p:
        return "nvfp4"
    if "rowwise" in p:
        return "bfloat16"  # per-row scaling was no faster than bf16 when these rows were measured
    if "fp8" in p or (p == "nan" and name == "Gaudi2"):
        return "fp8"
    return "bfloat16"


def complete(row, accs, gemms, held):
    """The row as numbers, or a reason why it cannot be evaluated. What is absent is filled with what `held` says fits."""
    value = lambda key, other: other if pd.isna(row[key]) else float(row[key])
    name = accelerator_name(row["accelerator"])
    if name not in accs:
        return None, f"accelerator {row['accelerator']} is not in the catalog"
    model, q = row["model"], {}
    if pd.isna(row["layers"]):
        if model not in KNOWN_MODELS:
            return None, f"the architecture of {model} is not known"
        names = "layers hidden heads kv head ffn vocab gated experts topk moe_ffn gflop".split()
        q.update(zip(names, KNOWN_MODELS[model]))
    else:
        q.update(layers=value("layers", 0), hidden=value("hidden", 0), heads=value("heads", 0), ffn=value("ffn", 0),
                 vocab=value("vocab", 32000), gated=value("gated_mlp", 1), experts=value("moe_experts", 0),
                 topk=value("moe_topk", 0), moe_ffn=value("moe_ffn", 0), gflop=0)
        q["kv"] = value("kv_heads", q["heads"])
        q["head"] = HEAD_SIZE.get(model, q["hidden"] / q["heads"])
    if "techniques: baseline;" in str(row["notes"]):
        return None, "samples are not packed and their mean length is not given"
    if pd.isna(row["n_acc"]):
        return None, "the number of accelerators is not given"
    guessed = [k for k in ("mbs", "act_ckpt") if pd.isna(row[k])]
    q["latent"] = LATENT.get(model, (0, 0, 0, 0))
    q["travel"] = TRAVEL.get(model, q["hidden"])
    q["shared"] = SHARED_EXPERTS.get(model, 0)
    q["window"], q["full_every"] = WINDOW.get(model, (0, 0))
    q["peak"], q["fp8"], q["fp4"], q["memory"], q["bandwidth"], q["up"], q["out"], q["domain"] = accs[name]
    q["domain"] = max(1.0, min(q["domain"], value("acc_per_node", 8)) if q["domain"] <= 8 else q["domain"])
    dtype = dtype_of(row, name)
    q["dtype"], system = dtype, SYSTEMS.get(family(name))
    for d in ("bfloat16", dtype):
        peak = {"bfloat16": q["peak"], "fp8": q["fp8"] or q["peak"], "nvfp4": q["fp4"] or q["peak"]}[d]
        usual = (0.86 * peak, 100, 60 if d == "bfloat16" else 2000, 100, 5)
        rate, *rest = gemms.get((system, d), usual)
        q["gemm" if d == dtype else "gemm16"] = (rate * (0.82 if "500W" in name else 1.0), *rest)
    q.setdefault("gemm16", q["gemm"])
    gen = family(name)
    q["chip"] = ("ampere" if gen in ("A100", "V100", "RTX-A6000") else "hopper" if gen in ("H100", "H200", "H800")
                 else "blackwell" if gen in ("B200", "B300", "GB200", "GB300") else "tpu" if "TPU" in gen else "rest")
    task = row["task"]
    q["lora"] = float("lora" in task or "adapter" in task)
    q["eager"] = {"finetune_lora": 1.0, "finetune_adapter": 0.62, "finetune_adapter_v2": 0.75}.get(task, 0.0)
    q["nf4"] = float("nf4" in str(row["precision"]) or task == "qlora")
    q["n"] = float(row["n_acc"])
    q["seq"] = value("seq", 2048.0 if "gpt3" in model else 8192.0)
    sharding = str(row["sharding"])
    q["fsdp"] = float(any(s in sharding for s in ("FULL_SHARD", "ZeRO-3", "FSDP")) or name.startswith("TPU"))
    q["gradop"] = float("GRAD_OP" in sharding)
    q["fused"] = float(framework_family(row) not in ("fsdp", "tune", "litgpt"))
    q["early"] = float(q["chip"] == "hopper" and framework_family(row) in ("fsdp", "titan", "tune"))
    q["zero3"] = float(sharding == "ZeRO-3")
    q["cp"], q["pp"], q["vp"], q["ep"] = value("cp", 1), value("pp", 1), value("vp", 1), max(1.0, value("ep", 1))
    q["etp"] = 1.0  # expert tensor parallel: no row of the table has it
    q["gbs"] = value("gbs", 0)
    q["tp"] = value("tp", 0)
    if q["tp"] == 0:
        q["tp"] = 1.0
        if q["experts"]:
            ranks = int(q["n"] / q["pp"])
            q["ep"] = max(float(e) for e in range(1, 65) if ranks % e == 0 and q["experts"] % e == 0)
        if q["lora"] and not q["fsdp"]:
            size = parameters(q) * (1 if dtype != "bfloat16" else 2)
            while size / q["tp"] > 0.55 * q["memory"] * 1e9 and q["tp"] < 8 and q["heads"] % (2 * q["tp"]) == 0:
                q["tp"] *= 2
    q["dp"] = max(1.0, q["n"] / (q["tp"] * q["pp"] * q["cp"]))
    if q["gbs"] and q["dp"] > q["gbs"]:  # fewer sequences than ranks: sequences must be split
        q["cp"], q["dp"] = q["cp"] * q["dp"] / q["gbs"], q["gbs"]
    q["old"] = float(any(s in row["source"] for s in OLD_ATTENTION))
    q["half"] = float(str(row["precision"]) == "bf16" or "PURE" in sharding)
    q["mbs"] = value("mbs", 0)
    q["ckpt"] = {"full": 2.0, "selective": 1.0, "none": 0.0}.get(row["act_ckpt"], -1.0)
    q["family"], q["stated"] = framework_family(row), q["ckpt"] >= 0
    q["tied"], q["savings"] = tied(row, q), savings(row)
    q["level"] = 2 if q["gradop"] else 3 if q["fsdp"] else 0 if q["old"] or not q["fused"] else 1
    fill_batch(q, held)
    q["micros"] = max(1.0, round(q["gbs"] / (q["dp"] * q["mbs"])))
    return q, ("assumed " + ", ".join(guessed)) if guessed else ""


def tied(row, q):
    """Whether one table serves for embedding and output."""
    if not pd.isna(row["params"]):
        untied = parameters(q)
        return abs(untied - q["vocab"] * q["hidden"] - row["params"]) < abs(untied - row["params"])
    return any(s in row["model"].lower() for s in TIED)


def savings(row):
    """What was done to hold less, by the notes of the row and the habits of its framework."""
    notes, task, fam = str(row["notes"]), str(row["task"]), framework_family(row)
    said = re.search(r"cumulative techniques: \+?([^;]+)", notes)
    done = LADDER[:LADDER.index(said[1]) + 1] if said and said[1] in LADDER else []
    found = {SAVING[step] for step in done if step in SAVING}
    if "compile on" in notes or fam in ("titan", "tpu"):
        found.add("compiled")
    if fam == "tune" and not said:
        found.add("chunked")
        if "full" in task and row["n_acc"] == 1:
            found |= {"in_backward", "eight_bit", "paged"}  # its recipes for one accelerator
    host = re.search(r"(\d+)B full uses CPU offload", notes)
    if host and f"-{host[1]}b" in row["model"] and "full" in task:
        found.add("on_host")
    return found


def mean_keys(q):
    """Keys that a query sees, averaged over a causal sequence and over the layers."""
    causal, window = q["seq"] / 2, q["window"]
    if window == 0 or window >= q["seq"]:
        return causal
    full = q["layers"] // q["full_every"] / q["layers"] if q["full_every"] else 0.0
    return full * causal + (1 - full) * (window - window ** 2 / (2 * q["seq"]))


def layer_flops(q):
    """Forward FLOP per token of one layer: projections, dense and expert MLP (mean over layers), attention core."""
    h, width, kv = q["hidden"], q["heads"] * q["head"], q["kv"] * q["head"]
    rank_q, rank_kv, rope, dense = q["latent"]
    if rank_q:
        width = q["heads"] * 128
        project = 2 * (h * rank_q + rank_q * q["heads"] * (128 + rope) + h * (rank_kv + rope)
                       + rank_kv * 2 * width + width * h)
        core = 2 * mean_keys(q) * q["heads"] * (128 + rope + 128)
    else:
        project, core = 2 * h * (2 * width + 2 * kv), 4 * mean_keys(q) * width
    mats = 2 + q["gated"]
    mlp = 2 * mats * h * q["ffn"]
    experts = 0.0
    if q["experts"]:
        experts = 2 * mats * h * q["moe_ffn"] * (q["topk"] + q["shared"]) * (1 - dense / q["layers"])
        mlp = mlp * dense / q["layers"]
    return project, mlp, experts, core


def layer_parameters(q):
    """Parameters of one layer: those that every token meets, and those of routed experts."""
    project, mlp, experts, _ = layer_flops(q)
    one = experts / 2 / (q["topk"] + q["shared"]) if q["experts"] else 0.0
    return (project + mlp) / 2 + one * q["shared"], one * q["experts"]


def parameters(q):
    return q["layers"] * sum(layer_parameters(q)) + 2 * q["vocab"] * q["hidden"]


class Held:
    """Parameters on one rank before they are sharded over the ranks that have the same ones. Routed experts take their
    ranks from all of a stage: tp x cp x dp = ep x etp x edp."""

    def __init__(self, q, layers, tables):
        dense, experts = layer_parameters(q)
        self.dense = layers * dense / q["tp"] + tables * q["vocab"] * q["hidden"] / q["tp"]
        self.experts = layers * experts / (q["ep"] * q["etp"])
        self.dp, self.group = q["dp"], q["dp"] * q["cp"]
        self.edp = q["tp"] * q["cp"] * q["dp"] / (q["ep"] * q["etp"])

    def whole(self):
        return self.dense + self.experts

    def sharded(self):
        return self.dense / self.group + self.experts / self.edp

    def sharded_over_dp(self):
        return self.dense / self.dp + self.experts / self.edp


def fill_batch(q, c):
    """Least recompute and largest micro-batch that fit, within the global batch."""
    if q["mbs"] == 0:
        most = max(1.0, q["gbs"] / q["dp"]) if q["gbs"] else 1.0 if q["seq"] >= 8192 else 4.0
        most = max(1.0, most / q["pp"])  # no fewer micro-batches than stages
        sizes = [m for m in (16.0, 8.0, 4.0, 2.0, 1.0) if m <= most] or [1.0]
        free = [m for m in sizes if recompute_share(q, c, m) == 0.0]
        q["mbs"] = free[0] if free and not q["fsdp"] else next((m for m in sizes if recompute_share(q, c, m) < 1.0), 1.0)
    if q["ckpt"] < 0:
        q["ckpt"], q["again"] = 0.0, recompute_share(q, c, q["mbs"])
    else:
        q["again"] = float(q["ckpt"] == 2)
    if q["gbs"] == 0:
        q["gbs"] = q["mbs"] * q["dp"]
    q["full"] = total(q, c, q["mbs"], q["again"]) / 1e9 / q["memory"]
