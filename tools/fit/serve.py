"""Time to first token, time per output token and latency of serving: the same idea as training, on infer_fit."""
import gzip
import hashlib
import io
import os
import re
import sys

import numpy as np
import pandas as pd
from scipy.optimize import least_squares

from rows import accelerators

# layers, hidden, heads, kv heads, head size, ffn, vocab, matrices of an MLP (2 plain, 3 gated), experts, top-k,
# expert ffn, shared experts, width of latent keys and values, sliding window in tokens, every which layer has none
SHAPES = {
    "deepseek-r1": (61, 7168, 128, 128, 128, 18432, 129280, 3, 256, 8, 2048, 1, 576, 0, 0),
    "deepseek-v3": (61, 7168, 128, 128, 128, 18432, 129280, 3, 256, 8, 2048, 1, 576, 0, 0),
    "kimi": (61, 7168, 64, 64, 128, 18432, 163840, 3, 384, 8, 2048, 1, 576, 0, 0),
    "glm-5": (78, 6144, 64, 64, 128, 12288, 154880, 3, 256, 8, 2048, 1, 576, 0, 0),
    "minimax": (62, 3072, 48, 8, 128, 1536, 200064, 3, 256, 8, 1536, 0, 0, 0, 0),
    "qwen3-235b": (94, 4096, 64, 4, 128, 12288, 151936, 3, 128, 8, 1536, 0, 0, 0, 0),
    "qwen3.5-397b": (60, 4096, 32, 2, 256, 1024, 248320, 3, 512, 10, 1024, 1, 0, 0, 0),
    "qwen3-30b": (48, 2048, 32, 4, 128, 6144, 151936, 3, 128, 8, 768, 0, 0, 0, 0),
    "qwen3-32b": (64, 5120, 64, 8, 128, 25600, 151936, 3, 0, 0, 0, 0, 0, 0, 0),
    "gpt-oss-120b": (36, 2880, 64, 8, 64, 2880, 201088, 3, 128, 4, 2880, 0, 0, 128, 2),
    "gpt-oss-20b": (24, 2880, 64, 8, 64, 2880, 201088, 3, 32, 4, 2880, 0, 0, 128, 2),
    "maverick": (48, 5120, 40, 8, 128, 16384, 202048, 3, 64, 1, 8192, 1, 0, 8192, 4),
    "scout": (48, 5120, 40, 8, 128, 16384, 202048, 3, 16, 1, 8192, 1, 0, 8192, 4),
    "mixtral-8x22b": (56, 6144, 48, 8, 128, 16384, 32000, 3, 8, 2, 16384, 0, 0, 0, 0),
    "mixtral-8x7b": (32, 4096, 32, 8, 128, 14336, 32000, 3, 8, 2, 14336, 0, 0, 0, 0),
    "405b": (126, 16384, 128, 8, 128, 53248, 128256, 3, 0, 0, 0, 0, 0, 0, 0),
    "llama-2-70b": (80, 8192, 64, 8, 128, 28672, 32000, 3, 0, 0, 0, 0, 0, 0, 0),
    "llama2-70b": (80, 8192, 64, 8, 128, 28672, 32000, 3, 0, 0, 0, 0, 0, 0, 0),
    "llama-2-7b": (32, 4096, 32, 32, 128, 11008, 32000, 3, 0, 0, 0, 0, 0, 0, 0),
    "llama-7b": (32, 4096, 32, 32, 128, 11008, 32000, 3, 0, 0, 0, 0, 0, 0, 0),
    "70b": (80, 8192, 64, 8, 128, 28672, 128256, 3, 0, 0, 0, 0, 0, 0, 0),
    "qwen2-72b": (80, 8192, 64, 8, 128, 29568, 152064, 3, 0, 0, 0, 0, 0, 0, 0),
    "qwen2-7b": (28, 3584, 28, 4, 128, 18944, 152064, 3, 0, 0, 0, 0, 0, 0, 0),
    "8b": (32, 4096, 32, 8, 128, 14336, 128256, 3, 0, 0, 0, 0, 0, 0, 0),
    "mistral-7b": (32, 4096, 32, 8, 128, 14336, 32000, 3, 0, 0, 0, 0, 0, 4096, 0),
    "decilm-7b": (32, 4096, 32, 2, 128, 14336, 32000, 3, 0, 0, 0, 0, 0, 0, 0),
    "falcon-180b": (80, 14848, 232, 8, 64, 59392, 65024, 2, 0, 0, 0, 0, 0, 0, 0),
    "gpt-j": (28, 4096, 16, 16, 256, 16384, 50400, 2, 0, 0, 0, 0, 0, 0, 0),
    "bloom-7b1": (30, 4096, 32, 32, 128, 16384, 250880, 2, 0, 0, 0, 0, 0, 0, 0),
    "aquila-7b": (32, 4096, 32, 32, 128, 11008, 100008, 3, 0, 0, 0, 0, 0, 0, 0),
}
MORE = {"MI250": (362, 0, 0, 128, 3277, 100, 25, 4), "Intel-Max-1550": (840, 0, 0, 128, 3277, 50, 25, 2),
        "SN40L": (638, 0, 0, 64, 2000, 100, 25, 16)}
COEFFICIENTS = {
    "weights": (0.75, "reached share of memory bandwidth when weights are read"),
    "cache": (0.6, "the same for keys and values"),
    "rate": (0.5, "reached share of the peak rate in decoding"),
    "prefill": (0.5, "the same in prefill"),
    "launch": (20.0, "microseconds per layer of a step"),
    "reduce": (15.0, "microseconds per layer where tensor parallel"),
    "mixed": (0.8, "share of others' prefill that decoding waits for"),
    "exchange": (1.0, "what tensor parallel prefill sends, over hidden x 4 bytes a token and layer at 450 GB/s"),
    "queue_vllm": (0.9, "wait for other prefills, in prefills, at load 2"),
    "queue_sglang": (1.5, "the same in SGLang"),
    "queue_trtllm": (1.0, "the same in TensorRT-LLM and all others"),
    "crowd": (0.6, "exponent of that wait in the load"),
    "fixed_vllm": (30.0, "milliseconds before the first token, whatever its length"),
    "fixed_sglang": (150.0, "the same in SGLang"),
    "fixed_trtllm": (70.0, "the same in TensorRT-LLM and all others"),
    "start": (15.0, "the same for a static batch"),
    "slots": (1.0, "requests at once over what memory holds by keys and values half way through the output"),
    "offline": (0.8, "the same where requests are all there from the start"),
}
FAMILIES = ("vllm", "sglang", "trtllm")
NAMES, START = list(COEFFICIENTS), np.log([v[0] for v in COEFFICIENTS.values()])


LLAMAS = ("8b", "70b", "405b")  # these say which one only of a Llama


def sign(model):
    """The part of a model's name by which its shape is known, or None."""
    name = model.lower()
    fits = lambda k: k in name and (k not in LLAMAS or "llama" in name) and not (k.startswith("deepseek") and "distill" in name)
    return next((k for k in SHAPES if fits(k)), None)


def load(folder):
    table, accs = pd.read_csv(f"{folder}/infer_fit.csv.gz", low_memory=False), accelerators(folder) | MORE
    ignored = ["row_id", "source_ref", "date", "notes", "split"]
    table = table.drop_duplicates([c for c in table.columns if c not in ignored]).reset_index(drop=True)
    rows = []
    for r in table.to_dict("records"):
        name = r["model"].lower()
        known = sign(name)
        if known is None or r["accelerator"] not in accs:
            continue
        shape = SHAPES[known]
        layers, h, heads, kv, d, ffn, vocab, mats, experts, topk, moe, shared, latent, window, every = shape
        text, note = str(r["precision"]).lower(), str(r["notes"])
        size = 0.56 if "fp4" in text or "int4" in text or "gpt-oss" in name else 1.0 if "fp8" in text else 2.0
        peak, fp8, fp4, memory, bandwidth = accs[r["accelerator"]][:5]
        peak = peak if size == 2 else (fp4 or peak) if size < 1 else (fp8 or peak)
        split = [float(v) if v else 1.0 for v in re.findall(r"(?:w|\btp)=(\d*)", note)] if r["mode"] == "disagg" else []
        tp = r["tp"] if r["tp"] == r["tp"] else (split[-1] if split else 1.0)
        n = r["n_acc"] if r["n_acc"] == r["n_acc"] else tp
        first = split[1] if len(split) > 1 else tp
        gpus, attn = (max(n, tp) if r["mode"] != "disagg" else tp), (r["attn_dp"] if r["attn_dp"] == r["attn_dp"] else 1.0)
        stated = gpus
        if r["mode"] == "agg" and r["ep"] > 1 and gpus == r["ep"] ** 2:  # written as experts x experts: it was one group of them
            gpus, attn = r["ep"], min(attn, r["ep"])
        attention = h * d * (2 * heads + 2 * kv)
        if latent:
            attention = h * 1536 + 1536 * heads * 192 + h * 576 + 512 * heads * 256 + heads * 128 * h
        width = (topk + shared) * moe if experts else ffn
        fixed_part = layers * (attention + (mats * h * shared * moe if experts else mats * h * ffn)) + vocab * h
        routed = layers * mats * h * moe * experts
        osl = max(1.0, r["osl"])
        load_ = r["load_value"] if r["load_value"] == r["load_value"] and np.isfinite(r["load_value"]) else np.nan
        r["framework"] = str(r["framework"]).strip()
        fam = re.split(r"[ _]", str(r["framework"]).lower())[0].replace("tensorrt-llm", "trtllm")
        # Ranks without a head of their own repeat one; latent keys and values are one head for all. Attention over latent
        # keys is data parallel where its ranks are not stated, or are said to be one group on more than one machine.
        apart = latent and (r["attn_dp"] != r["attn_dp"] or (r["mode"] == "agg" and gpus > 8))
        copies = 1.0 if apart else max(1.0, max(1.0, gpus / attn) / (1 if latent else kv))
        # Bytes of a number of the cache: as the framework chooses by default; InferenceX asks for eight bits.
        wide = 1 if size < 2 and (fam == "trtllm" or "InferenceX" in r["source"]) else 2
        full = layers if not window else layers // every if every else 0
        rows.append(dict(r, family=fam,
                         shape="deepseek" if known.startswith("deepseek") else known, layers=layers, h=h, size=size, peak=peak * 1e12,
                         bw=bandwidth * 1e9, memory=memory * 1e9, first=first,
                         gpus=gpus, stated=stated,
                         active=layers * (attention + mats * h * width) + vocab * h, dense=fixed_part, routed=routed,
                         touch=topk / experts if experts else 0.0,
                         kvb=(latent or 2 * kv * d) * wide * copies, full=float(full), windowed=float(layers - full),
                         window=float(window or 1e12),
                         osl=osl, load=load_, dp=attn))
    d = pd.DataFrame(rows)
    d["kin"] = [FAMILIES.index(f) if f in FAMILIES else 2 for f in d.family]
    return d


def model(d, c):
    """Seconds to the first token and per output token, and how many requests there are at once.

    In a closed loop with more requests than memory holds the rest wait for a free slot: each of them for what
    (load / slots - 1) others take. Offline the batch is what memory holds.
    """
    total = (d.dense + d.routed) * d["size"]
    room = np.maximum(0.1 * d.memory * d.gpus, 0.9 * d.memory * d.gpus - total) / cached(d, d.isl + d.osl / 2)
    load_ = d.load.fillna(1.0).to_numpy().copy()
    slots = np.maximum(1.0, c["slots"] * room.to_numpy())
    offline = (d.load_type == "offline-max").to_numpy() | ((d.load_type == "request_rate") & d.load.isna()).to_numpy()
    load_[offline] = np.clip(c["offline"] * room.to_numpy(), 1, 2048)[offline]
    rate = (d.load_type == "request_rate").to_numpy() & ~offline
    load_[rate] = 1.0
    for _ in range(12 if rate.any() else 0):  # requests in the system = rate x time in it
        first, each = seconds(d, np.maximum(load_, 1.0), c)
        load_[rate] = np.clip(0.5 * load_ + 0.5 * d.load * (first + d.osl * each), 1, 2048)[rate]
    load_ = np.maximum(load_, 1.0)
    waits = (d["mode"] == "agg").to_numpy() & ~offline & ~rate  # a disaggregated row does not say how many decode
    batch = np.where(waits, load_ / (1 + (load_ / slots) ** 8) ** 0.125, load_)
    first, each = seconds(d, batch, c)
    return first + (load_ / batch - 1) * (first + d.osl * each), each, load_


def cached(d, tokens):
    """Bytes of keys and values of a request, on all accelerators."""
    return d.kvb * (d.full * tokens + d.windowed * np.minimum(tokens, d.window))


def attended(d, tokens):
    """Pairs of a query and a key that it sees, over all layers."""
    window = np.minimum(tokens, d.window)
    return d.full * tokens ** 2 / 2 + d.windowed * (window * tokens - window ** 2 / 2)


def seconds(d, batch, c):
    touched = 1 - (1 - d.touch) ** batch
    context = d.isl + d.osl / 2
    read = (d.dense + d.routed * touched) * d["size"] / (d.gpus * d.bw * c["weights"])
    cache = batch * cached(d, context) / (d.gpus * d.bw * c["cache"])
    compute = 2 * d.active * batch / (d.gpus * d.peak * c["rate"])
    step = np.hypot(read + cache, compute) + d.layers * (c["launch"] + (d.gpus > 1) * c["reduce"]) * 1e-6
    attend = 4 * attended(d, d.isl) * d.h
    gpus = np.where(d["mode"] == "disagg", d["first"], d.gpus)
    prefill = (2 * d.active * d.isl + attend) / (gpus * d.peak * c["prefill"])
    prefill += (d.dense + d.routed * np.minimum(1.0, d.touch * d.isl)) * d["size"] / (gpus * d.bw * c["weights"])
    prefill += (gpus > 1) * c["exchange"] * 4 * d.isl * d.h * d.layers / 450e9
    others = np.where(d["mode"] == "agg", c["mixed"] * batch * prefill / d.osl, 0.0)
    static = (d["mode"] == "static-batch").to_numpy()
    queue = np.array([c["queue_" + f] for f in FAMILIES])[d.kin]
    fixed = np.array([c["fixed_" + f] for f in FAMILIES])[d.kin]
    first = prefill * np.where(static, batch, 1 + queue * (batch - 1) ** c["crowd"])
    return first + np.where(static, c["start"], fixed) * 1e-3, step + others


def targets(d, first, each, batch):
    """Log of what was measured and predicted, per kind: first token, each token, end to end."""
    whole = first + (d.osl - 1) * each
    measured = np.full(len(d), np.nan)
    predicted = whole.to_numpy().copy()
    both = d.ttft_ms.notna() & d.tpot_ms.notna()
    measured[both] = (d.ttft_ms + (d.osl - 1) * d.tpot_ms)[both] / 1e3
    own = ~both & d.latency_s.notna()
    measured[own] = d.latency_s[own]
    flow = ~both & ~own & d.out_tokens_per_s_total.notna()
    measured[flow] = (1 / d.out_tokens_per_s_total)[flow]
    predicted[flow] = (whole / (batch * d.osl))[flow]
    only = ~both & ~own & ~flow & d.ttft_ms.notna()
    measured[only], predicted[only] = d.ttft_ms[only] / 1e3, first[only]
    return np.log(measured), np.log(predicted)


def errors(d, t):
    c = dict(zip(NAMES, np.exp(t)))
    first, each, batch = model(d, c)
    y, p = targets(d, first, each, batch)
    return np.column_stack([np.log(d.ttft_ms / 1e3) - np.log(first), np.log(d.tpot_ms / 1e3) - np.log(each), y - p])


def fit(d):
    def cost(t):
        e = errors(d, t)
        return np.r_[np.nan_to_num(np.where(np.isfinite(e), e, 0.0)).ravel() / 0.3, (t - START) / 0.5]
    return least_squares(cost, START, loss="soft_l1", max_nfev=25).x


FEATURES = ["load", "isl", "osl", "gpus", "first", "dp", "size", "active", "bandwidth", "load each"]


def features(d):
    log = lambda v: np.log2(np.maximum(v.astype(float), 1e-9))
    load_ = d.load.fillna(0) + 1
    return np.column_stack([log(load_), log(d.isl), log(d.osl), log(d.gpus), log(d["first"]), log(d["dp"]),
                            log(d["size"]), log(d.active) / 2, log(d.bw), log(load_ / d.gpus)])


# Strengths of what two rows have in common, in units of the noise (family; family and machine; family and shape; near in
# the family; near in the version; near on the same machine and shape; near), and lengths of the ten numbers; one line for
# the first token, one for the rest. Found by coordinate search on what is kept out, on four fifths of the groups.
STRENGTHS = np.array([[2.2, 0.51, 0.104, 4.6, 3.0, 0.788, 0.45], [6.59, 2.8, 1.03, 8.0, 7.88, 1.0, 4.95]])
LENGTHS = np.array([[1.46, 2.49, 4.25, 4.25, 25.1, 2.12, 3.3, 0.116, 2.65, 3.2],
                    [1.82, 9.56, 4.4, 3.87, 10.9, 2.14, 1.4, 1.2, 4.85, 3.2]])
NEAREST = 64  # so many of the rows that are most alike are asked; more of them change nothing
MODES, TARGETS = ("agg", "static-batch", "disagg"), ("first", "each", "whole")
CONFIGURATION = ["mode", "framework", "family", "shape", "accelerator", "size", "gpus", "first", "dp", "isl", "osl", "load_type",
                 "load"]


def merged(d, residual):
    """One row for each configuration, with the mean of its residuals; rows that were measured twice say no more than one."""
    named = d.assign(e0=residual[:, 0], e1=residual[:, 1], e2=residual[:, 2], place=np.arange(len(d)))
    one = named.groupby(CONFIGURATION, dropna=False, sort=False).agg(
        e0=("e0", "mean"), e1=("e1", "mean"), e2=("e2", "mean"), place=("place", "first"), rows=("place", "size"))
    at = one.place.to_numpy()
    kept = d.iloc[at].assign(rows=one.rows.to_numpy()).reset_index(drop=True)
    return kept, np.round(np.clip(one[["e0", "e1", "e2"]].to_numpy(), -2, 2), 4)


def likeness(a, b, xa, xb, kind):
    same = lambda k: a[k].to_numpy()[:, None] == b[k].to_numpy()[None, :]
    xa, xb, s = xa / LENGTHS[kind], xb / LENGTHS[kind], STRENGTHS[kind] ** 2
    near = np.exp(-0.5 * sum((xa[:, i, None] - xb[None, :, i]) ** 2 for i in range(xa.shape[1])))
    family, machine, shape, version = same("family"), same("accelerator"), same("shape"), same("framework")
    return (s[0] * family + s[1] * (family & machine) + s[2] * (shape & family) + s[3] * family * near
            + s[4] * version * near + s[5] * (family & machine & shape) * near + s[6] * near)


def correct(train, residual, test):
    """Kriging over the nearest rows of the same mode that have this target: corrections, deviations, neighbours."""
    out, deviation, many = (np.zeros((len(test), 3)) for _ in range(3))
    xa, xb = features(train), features(test)
    for mode in test["mode"].unique():
        ask = np.flatnonzero(test["mode"] == mode)
        for column in range(3):
            kind = min(column, 1)
            whole = (STRENGTHS[kind] ** 2).sum()
            deviation[ask, column] = np.sqrt(1 + whole)
            mine = np.flatnonzero((train["mode"] == mode) & np.isfinite(residual[:, column]))
            if len(mine) == 0:
                continue
            K = likeness(train.iloc[mine], train.iloc[mine], xa[mine], xa[mine], kind)
            k = likeness(test.iloc[ask], train.iloc[mine], xb[ask], xa[mine], kind)
            many[ask, column] = (k >= 0.8 * whole).sum(1)
            for i, row in enumerate(k):
                near = np.argsort(-np.round(row, 6), kind="stable")[:NEAREST]
                own = row[near]
                both = np.linalg.solve(K[np.ix_(near, near)] + np.eye(len(near)),
                                       np.column_stack([residual[mine[near], column], own]))
                out[ask[i], column] = own @ both[:, 0]
                deviation[ask[i], column] = np.sqrt(max(1 + whole - own @ both[:, 1], 0.5))
    return out, deviation, many


def deployment(d):
    """All loads, lengths and releases of one deployment are one group."""
    return (d.family + "/" + d["shape"] + "/" + d.accelerator + "/" + d["mode"] + "/" + d["size"].astype(str)
            + "/" + d.stated.astype(int).astype(str))


def set_aside(d):
    """The fifth of the groups that strengths and lengths were chosen without."""
    return deployment(d).map(lambda g: int(hashlib.md5(g.encode()).hexdigest(), 16) % 5 == 0)


def cross_validate(d, folds=8, seed=1):
    groups = deployment(d)
    names = np.array(sorted(groups.unique()))
    place = dict(zip(names[np.random.default_rng(seed).permutation(len(names))], np.arange(len(names)) % folds))
    fold = groups.map(place).to_numpy()
    bare, full, deviation = (np.full((len(d), 3), np.nan) for _ in range(3))
    models = []
    for f in range(folds):
        train, test = d[fold != f].reset_index(drop=True), d[fold == f].reset_index(drop=True)
        t = fit(train)
        one, residual = merged(train, errors(train, t))
        shift, deviation[fold == f], _ = correct(one, residual, test)
        models.append(dict(theta=t, one=one, residual=residual, kept_out=list(zip(test.row_id, set_aside(test)))))
        bare[fold == f] = errors(test, t)
        full[fold == f] = bare[fold == f] - shift
    half = np.full((len(d), 3), np.nan)
    for f in range(folds):
        models[f]["width"] = widths(d[fold != f], full[fold != f], deviation[fold != f])
        for mode, width in models[f]["width"].items():
            here = (fold == f) & (d["mode"] == mode).to_numpy()
            half[here] = deviation[here] * width
    return bare, full, half, widths(d, full, deviation), models


def widths(d, full, deviation):
    """Deviations that hold nine of ten, for each mode and target; where there are few, those of all modes."""
    z, found = np.abs(full / deviation), {}
    every = np.nanquantile(z, 0.9, axis=0)
    for mode in MODES:
        own = z[(d["mode"] == mode).to_numpy()]
        enough = np.isfinite(own).sum(0) >= 50
        found[mode] = np.where(enough, [np.nanquantile(c, 0.9) if len(c) else 0 for c in (v[np.isfinite(v)] for v in own.T)], every)
    return found


def report(d, bare, full, half):
    percent = lambda e: 100 * np.abs(np.expm1(-e))
    count = d.groupby(["accelerator", "family"]).row_id.transform("size")
    domain = (count >= 30) & d["mode"].isin(["agg", "static-batch"])
    aside = set_aside(d)
    masks = {s: (d.source == s) & domain for s in d.source.unique()}
    masks |= {"disaggregated": d["mode"] == "disagg", "in-domain, groups set aside": domain & aside, "in-domain": domain}
    lines = []
    for name, mask in masks.items():
        e, b, h = percent(full[mask]), percent(bare[mask]), half[mask]
        inside = np.where(np.isfinite(full[mask]), np.abs(full[mask]) <= h, np.nan)
        lines.append({"rows": name, "count": int(mask.sum()), "TTFT": np.nanmedian(e[:, 0]), "TPOT": np.nanmedian(e[:, 1]),
                      "end to end": np.nanmedian(e[:, 2]), "end to end, mean": np.nanmean(e[:, 2]),
                      "physics alone": np.nanmedian(b[:, 2]), "covered": 100 * np.nanmean(inside[:, 2]),
                      "half-width": 100 * np.nanmedian(np.sinh(h[:, 2]))})
    return pd.DataFrame(lines).round(1)


def write(d, t, width, out):
    with open(f"{out}/serve.tsv", "w") as file:
        file.write("name\tvalue\tmeaning\n")
        file.writelines(f"{n}\t{v:.5g}\t{COEFFICIENTS[n][1]}\n" for n, v in zip(NAMES, np.exp(t)))
    with open(f"{out}/serve_likeness.tsv", "w") as file:
        file.write("kind\tname\tfirst\trest\n")
        names = ["family", "family x machine", "family x shape", "near family", "near version", "near machine x shape", "near"]
        file.writelines(f"strength\t{n}\t{a:.6g}\t{b:.6g}\n" for n, a, b in zip(names, *STRENGTHS))
        file.writelines(f"length\t{n}\t{a:.6g}\t{b:.6g}\n" for n, a, b in zip(FEATURES, *LENGTHS))
    with open(f"{out}/serve_width.tsv", "w") as file:
        file.write("mode\tfirst\teach\twhole\n")
        file.writelines(f"{m}\t" + "\t".join(f"{v:.5g}" for v in width[m]) + "\n" for m in MODES)
    with open(f"{out}/serve_models.tsv", "w") as file:
        file.write("sign\tkey\tlayers\thidden\theads\tkv\thead\tffn\tvocab\tmatrices\texperts\ttopk\tmoe_ffn\tshared\tlatent\twindow\tfull_every\n")
        for k, v in SHAPES.items():
            key = "deepseek" if k.startswith("deepseek") else k
            file.write(f"{k}\t{key}\t" + "\t".join(str(n) for n in v) + "\n")
    coefficients = np.log([float(f"{v:.5g}") for v in np.exp(t)])
    one, residual = merged(d, errors(d, coefficients))
    sources = {"NVIDIA/TensorRT-LLM": "trtllm", "argonne-lcf/LLM-Inference-Bench": "argonne"}
    text = lambda v: "" if v != v else f"{v:.6g}"
    with open(f"{out}/serve_rows.tsv", "w") as file:
        file.write("source\tdate\tmode\tframework\tmodel\taccelerator\tsize\tgpus\tfirst\tdp\tisl\tosl\tkind\tload\t"
                   "e_first\te_each\te_whole\trows\n")
        for r, e in zip(one.to_dict("records"), residual):
            date = str(r["date"])[:7] if r["date"] == r["date"] else ""
            names = [sources.get(r["source"], "aiconfigurator"), date, r["mode"], r["framework"].strip(), r["shape"], r["accelerator"]]
            numbers = [r["size"], r["gpus"], r["first"], r["dp"], r["isl"], r["osl"]]
            file.write("\t".join(names + [text(v) for v in numbers] + [r["load_type"], text(r["load"])]
                                 + [text(v) for v in e] + [str(r["rows"])]) + "\n")
    return one, residual, coefficients


def write_folds(models, every, out):
    """Each fold's fit as it was before it saw the rows that it is judged by. A row is named by its line in serve_rows;
    of a row that was kept out, the next cell says whether its group was set aside."""
    key = lambda d: list(d[CONFIGURATION].astype(str).itertuples(index=False, name=None))
    line_of = {k: str(i + 1) for i, k in enumerate(key(every))}
    text = lambda v: "" if v != v else f"{v:.6g}"
    with gzip.GzipFile(f"{out}/serve_folds.tsv.gz", "wb", mtime=0) as packed, io.TextIOWrapper(packed, "utf-8") as file:
        file.write("fold\tkind\tname\tfirst\teach\twhole\n")
        for f, model in enumerate(models):
            line = lambda *cells: file.write("\t".join((str(f), *cells)) + "\n")
            for name, value in zip(NAMES, np.exp(model["theta"])):
                line("coefficient", name, f"{value:.7g}", "", "")
            for mode in MODES:
                line("width", mode, *(f"{v:.6g}" for v in model["width"][mode]))
            for k, e in zip(key(model["one"]), model["residual"]):
                line("row", line_of[k], *(text(v) for v in e))
            for row, aside in model["kept_out"]:
                line("kept_out", str(row), str(int(aside)), "", "")


if __name__ == "__main__":
    d = load(sys.argv[1])
    print(len(d), "rows after duplicates were dropped,", deployment(d).nunique(), "groups; medians of kept-out rows, %")
    bare, full, half, width, models = cross_validate(d)
    table = report(d, bare, full, half)
    print(table.to_string(index=False))
    out = os.path.join(os.path.dirname(os.path.abspath(__file__)), "out")
    table.to_csv(f"{out}/serve_errors.tsv", sep="\t", index=False)
    every, _, _ = write(d, fit(d), width, out)
    write_folds(models, every, out)
