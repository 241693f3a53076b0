"""Time to first token, time per output token and latency of serving: the same idea as training, on infer_fit."""
import hashlib
import os
import re
import sys

import numpy as np
import pandas as pd
from scipy.optimize import least_squares

from rows import accelerators

# layers, hidden, heads, kv heads, head size, ffn, vocab, matrices of an MLP (2 plain, 3 gated), experts, top-k,
# expert ffn, shared experts, width of latent keys and values
SHAPES = {
    "deepseek": (61, 7168, 128, 128, 128, 18432, 129280, 3, 256, 8, 2048, 1, 576),
    "kimi": (61, 7168, 64, 64, 128, 18432, 163840, 3, 384, 8, 2048, 1, 576),
    "glm-5": (78, 6144, 64, 64, 128, 12288, 154880, 3, 256, 8, 2048, 1, 576),
    "minimax": (62, 3072, 48, 8, 128, 1536, 200064, 3, 256, 8, 1536, 0, 0),
    "qwen3-235b": (94, 4096, 64, 4, 128, 12288, 151936, 3, 128, 8, 1536, 0, 0),
    "qwen3.5-397b": (60, 4096, 32, 2, 256, 1024, 248320, 3, 512, 10, 1024, 1, 0),
    "qwen3-30b": (48, 2048, 32, 4, 128, 6144, 151936, 3, 128, 8, 768, 0, 0),
    "qwen3-32b": (64, 5120, 64, 8, 128, 25600, 151936, 3, 0, 0, 0, 0, 0),
    "gpt-oss-120b": (36, 2880, 64, 8, 64, 2880, 201088, 3, 128, 4, 2880, 0, 0),
    "gpt-oss-20b": (24, 2880, 64, 8, 64, 2880, 201088, 3, 32, 4, 2880, 0, 0),
    "maverick": (48, 5120, 40, 8, 128, 16384, 202048, 3, 64, 1, 8192, 1, 0),
    "scout": (48, 5120, 40, 8, 128, 16384, 202048, 3, 16, 1, 8192, 1, 0),
    "mixtral-8x22b": (56, 6144, 48, 8, 128, 16384, 32000, 3, 8, 2, 16384, 0, 0),
    "mixtral-8x7b": (32, 4096, 32, 8, 128, 14336, 32000, 3, 8, 2, 14336, 0, 0),
    "405b": (126, 16384, 128, 8, 128, 53248, 128256, 3, 0, 0, 0, 0, 0),
    "llama-2-70b": (80, 8192, 64, 8, 128, 28672, 32000, 3, 0, 0, 0, 0, 0),
    "llama2-70b": (80, 8192, 64, 8, 128, 28672, 32000, 3, 0, 0, 0, 0, 0),
    "llama-2-7b": (32, 4096, 32, 32, 128, 11008, 32000, 3, 0, 0, 0, 0, 0),
    "llama-7b": (32, 4096, 32, 32, 128, 11008, 32000, 3, 0, 0, 0, 0, 0),
    "70b": (80, 8192, 64, 8, 128, 28672, 128256, 3, 0, 0, 0, 0, 0),
    "qwen2-72b": (80, 8192, 64, 8, 128, 29568, 152064, 3, 0, 0, 0, 0, 0),
    "qwen2-7b": (28, 3584, 28, 4, 128, 18944, 152064, 3, 0, 0, 0, 0, 0),
    "8b": (32, 4096, 32, 8, 128, 14336, 128256, 3, 0, 0, 0, 0, 0),
    "mistral-7b": (32, 4096, 32, 8, 128, 14336, 32000, 3, 0, 0, 0, 0, 0),
    "decilm-7b": (32, 4096, 32, 2, 128, 14336, 32000, 3, 0, 0, 0, 0, 0),
    "falcon-180b": (80, 14848, 232, 8, 64, 59392, 65024, 2, 0, 0, 0, 0, 0),
    "gpt-j": (28, 4096, 16, 16, 256, 16384, 50400, 2, 0, 0, 0, 0, 0),
    "bloom": (30, 4096, 32, 32, 128, 16384, 250880, 2, 0, 0, 0, 0, 0),
    "aquila": (32, 4096, 32, 32, 128, 11008, 100008, 3, 0, 0, 0, 0, 0),
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
    "queue": (0.3, "wait for other prefills, in prefills, at load 1"),
    "crowd": (0.6, "exponent of that wait in the load"),
    "fixed": (15.0, "milliseconds before the first token, whatever its length"),
    "full": (0.5, "share of the batch that offline rows reach of what memory holds"),
}
NAMES, START = list(COEFFICIENTS), np.log([v[0] for v in COEFFICIENTS.values()])


def load(folder):
    table, accs = pd.read_csv(f"{folder}/infer_fit.csv.gz", low_memory=False), accelerators(folder) | MORE
    ignored = ["row_id", "source_ref", "date", "notes", "split"]
    table = table.drop_duplicates([c for c in table.columns if c not in ignored]).reset_index(drop=True)
    rows = []
    for r in table.to_dict("records"):
        name = r["model"].lower()
        shape = next((v for k, v in SHAPES.items() if k in name), None)
        if shape is None or r["accelerator"] not in accs:
            continue
        layers, h, heads, kv, d, ffn, vocab, mats, experts, topk, moe, shared, latent = shape
        text, note = str(r["precision"]).lower(), str(r["notes"])
        size = 0.56 if "fp4" in text or "int4" in text or "gpt-oss" in name else 1.0 if "fp8" in text else 2.0
        peak, fp8, fp4, memory, bandwidth = accs[r["accelerator"]][:5]
        peak = peak if size == 2 else (fp4 or fp8 or peak) if size < 1 else (fp8 or peak)
        split = [float(v) if v else 1.0 for v in re.findall(r"(?:w|\btp)=(\d*)", note)] if r["mode"] == "disagg" else []
        tp = r["tp"] if r["tp"] == r["tp"] else (split[-1] if split else 1.0)
        n = r["n_acc"] if r["n_acc"] == r["n_acc"] else tp
        first = split[1] if len(split) > 1 else tp
        attention = h * d * (2 * heads + 2 * kv)
        if latent:
            attention = h * 1536 + 1536 * heads * 192 + h * 576 + 512 * heads * 256 + heads * 128 * h
        width = (topk + shared) * moe if experts else ffn
        fixed_part = layers * (attention + (mats * h * shared * moe if experts else mats * h * ffn)) + vocab * h
        routed = layers * mats * h * moe * experts
        osl = max(1.0, r["osl"])
        load_ = r["load_value"] if r["load_value"] == r["load_value"] and np.isfinite(r["load_value"]) else np.nan
        rows.append(dict(r, family=re.split(r"[ _]", str(r["framework"]).lower())[0].replace("tensorrt-llm", "trtllm"),
                         shape=next(k for k in SHAPES if k in name), layers=layers, h=h, size=size, peak=peak * 1e12,
                         bw=bandwidth * 1e9, memory=memory * 1e9, first=first,
                         gpus=max(n, tp) if r["mode"] != "disagg" else tp,
                         active=layers * (attention + mats * h * width) + vocab * h, dense=fixed_part, routed=routed,
                         touch=topk / experts if experts else 0.0,
                         kvb=layers * (latent or 2 * kv * d) * (1 if size < 2 else 2),
                         osl=osl, load=load_, dp=r["attn_dp"] if r["attn_dp"] == r["attn_dp"] else 1.0))
    return pd.DataFrame(rows)


def model(d, c):
    """Seconds to the first token and per output token; for offline rows the batch is what memory holds."""
    total = (d.dense + d.routed) * d["size"]
    room = np.maximum(0.1 * d.memory * d.gpus, 0.9 * d.memory * d.gpus - total) / d.kvb
    batch = d.load.fillna(0.0).to_numpy().copy()
    offline = d.load_type.isin(["offline-max", "request_rate"]).to_numpy()
    batch[offline] = np.clip(c["full"] * room[offline] / (d.isl + d.osl)[offline], 1, 2048)
    rate = (d.load_type == "request_rate").to_numpy() & d.load.notna().to_numpy()
    batch[rate] = 1.0
    for _ in range(12 if rate.any() else 1):  # requests in the system = rate x time in it
        first, each = seconds(d, np.maximum(batch, 1.0), c)
        batch[rate] = np.clip(0.5 * batch + 0.5 * d.load * (first + d.osl * each), 1, 2048)[rate]
    batch = np.maximum(batch, 1.0)
    return *seconds(d, batch, c), batch


def seconds(d, batch, c):
    touched = 1 - (1 - d.touch) ** batch
    context = d.isl + d.osl / 2
    read = (d.dense + d.routed * touched) * d["size"] / (d.gpus * d.bw * c["weights"])
    cache = batch * context * d.kvb / (d.gpus * d.bw * c["cache"])
    compute = 2 * d.active * batch / (d.gpus * d.peak * c["rate"])
    step = np.hypot(read + cache, compute) + d.layers * (c["launch"] + (d.gpus > 1) * c["reduce"]) * 1e-6
    attend = 2 * d.isl ** 2 * d.layers * d.h
    gpus = np.where(d["mode"] == "disagg", d["first"], d.gpus)
    prefill = (2 * d.active * d.isl + attend) / (gpus * d.peak * c["prefill"])
    prefill += (d.dense + d.routed * np.minimum(1.0, d.touch * d.isl)) * d["size"] / (gpus * d.bw * c["weights"])
    others = np.where(d["mode"] == "agg", c["mixed"] * batch * prefill / d.osl, 0.0)
    static = (d["mode"] == "static-batch").to_numpy()
    first = prefill * np.where(static, batch, 1 + c["queue"] * (batch - 1) ** c["crowd"]) + c["fixed"] * 1e-3
    return first, step + others


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


def features(d):
    log = lambda v: np.log2(np.maximum(v.astype(float), 1e-9))
    load_ = d.load.fillna(0) + 1
    return np.column_stack([log(load_), log(d.isl), log(d.osl), log(d.gpus), log(d["first"]), log(d["dp"]),
                            log(d["size"]), log(d.active) / 2, log(d.bw), log(load_ / d.gpus)])


# Strengths of what two rows have in common, in units of the noise (family; family and machine; family and shape; near in
# the family; near in the version; near on the same machine and shape; near), and lengths of the ten numbers; one line for
# the first token, one for the rest. Chosen by what is kept out, on four fifths of the groups.
STRENGTHS = np.array([[1.0, 0.45, 2.3, 4.6, 3.0, 1.3, 0.45], [4.0, 1.7, 1.7, 8.0, 13.0, 1.0, 3.0]])
LENGTHS = np.array([[2.4, 1.4, 3.75, 7.0, 18.0, 2.6, 3.3, 0.1, 3.0, 3.2],
                    [3.0, 5.8, 4.4, 2.35, 6.6, 1.3, 2.3, 1.2, 8.0, 3.2]])
NOISE = np.array([0.15, 0.04, 0.04])  # first token, each token, end to end


def likeness(a, b, xa, xb, kind):
    same = lambda k: a[k].to_numpy()[:, None] == b[k].to_numpy()[None, :]
    xa, xb, s = xa / LENGTHS[kind], xb / LENGTHS[kind], STRENGTHS[kind] ** 2
    far = (xa ** 2).sum(1)[:, None] + (xb ** 2).sum(1)[None, :] - 2 * xa @ xb.T
    near = np.exp(-0.5 * np.maximum(far, 0))
    family, machine, shape, version = same("family"), same("accelerator"), same("shape"), same("framework")
    return (s[0] * family + s[1] * (family & machine) + s[2] * (shape & family) + s[3] * family * near
            + s[4] * version * near + s[5] * (family & machine & shape) * near + s[6] * near)


def correct(train, residual, test):
    """Kriging over the rows of the same mode that have this target; three columns of corrections and deviations."""
    out, deviation = np.zeros((len(test), 3)), np.zeros((len(test), 3))
    xa, xb = features(train), features(test)
    for mode in test["mode"].unique():
        ask = np.flatnonzero(test["mode"] == mode)
        for column in range(3):
            kind = min(column, 1)
            own = 1 + (STRENGTHS[kind] ** 2).sum()
            deviation[ask, column] = NOISE[column] * np.sqrt(own)
            mine = np.flatnonzero((train["mode"] == mode) & np.isfinite(residual[:, column]))
            if len(mine) < 5:
                continue
            K = likeness(train.iloc[mine], train.iloc[mine], xa[mine], xa[mine], kind)
            K[np.diag_indices(len(K))] += 1
            k = likeness(test.iloc[ask], train.iloc[mine], xb[ask], xa[mine], kind)
            inverse = np.linalg.inv(K)
            out[ask, column] = k @ (inverse @ np.clip(residual[mine, column], -2, 2))
            deviation[ask, column] = NOISE[column] * np.sqrt(np.maximum(own - ((k @ inverse) * k).sum(1), 0.5))
    return out, deviation


def deployment(d):
    """All loads, lengths and releases of one deployment are one group."""
    return (d.family + "/" + d["shape"] + "/" + d.accelerator + "/" + d["mode"] + "/" + d["size"].astype(str)
            + "/" + d.gpus.astype(int).astype(str))


def cross_validate(d, folds=8, seed=1):
    groups = deployment(d)
    names = np.array(sorted(groups.unique()))
    place = dict(zip(names[np.random.default_rng(seed).permutation(len(names))], np.arange(len(names)) % folds))
    fold = groups.map(place).to_numpy()
    bare, full, half = (np.full((len(d), 3), np.nan) for _ in range(3))
    for f in range(folds):
        train, test = d[fold != f].reset_index(drop=True), d[fold == f].reset_index(drop=True)
        t = fit(train)
        shift, half[fold == f] = correct(train, errors(train, t), test)
        bare[fold == f] = errors(test, t)
        full[fold == f] = bare[fold == f] - shift
    z = np.abs(full / half)
    for f in range(folds):
        half[fold == f] *= np.nanquantile(z[fold != f], 0.9, axis=0)
    return bare, full, half


def report(d, bare, full, half):
    percent = lambda e: 100 * np.abs(np.expm1(-e))
    count = d.groupby(["accelerator", "family"]).row_id.transform("size")
    domain = (count >= 30) & d["mode"].isin(["agg", "static-batch"])
    aside = deployment(d).map(lambda g: int(hashlib.md5(g.encode()).hexdigest(), 16) % 5 == 0)
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


if __name__ == "__main__":
    d = load(sys.argv[1])
    print(len(d), "rows after duplicates were dropped,", deployment(d).nunique(), "groups; medians of kept-out rows, %")
    table = report(d, *cross_validate(d))
    print(table.to_string(index=False))
    out = os.path.join(os.path.dirname(os.path.abspath(__file__)), "out")
    table.to_csv(f"{out}/serve_errors.tsv", sep="\t", index=False)
    with open(f"{out}/serve.tsv", "w") as file:
        file.write("name\tvalue\tmeaning\n")
        file.writelines(f"{n}\t{v:.5g}\t{COEFFICIENTS[n][1]}\n" for n, v in zip(NAMES, np.exp(fit(d))))
