"""Step time of eager PyTorch training on one H200, and grouped errors of time, memory and verdict there."""
import math
import sys

import numpy as np
import pandas as pd
from scipy.optimize import least_squares

import memory
from physics import gemm_seconds
from rows import gemm_table

TOTAL_GIB, BANDWIDTH = 139.8, 4.25e12
COEFFICIENTS = {
    "gemm": (1.15, "matrix products in a step over the same alone"),
    "attention": (0.5, "share of the reachable rate of the attention core"),
    "hidden": (25.0, "passes over the hidden state per layer, forward (backward 1.7 times)"),
    "inner": (4.0, "passes over the inner MLP state per layer, forward"),
    "mixed": (1.5, "those passes under autocast over pure bf16"),
    "logits": (24.0, "bytes moved per logit"),
    "update": (1.3, "optimizer traffic over its least"),
    "cast": (6.0, "bytes per parameter that autocast moves in a pass"),
    "launch": (300.0, "microseconds of launches per layer, forward and backward"),
    "launch_mixed": (1.4, "launches under autocast over pure bf16"),
    "launch_again": (1.0, "launches added by recomputing, over those without"),
    "recompute": (0.95, "time of a recomputed forward pass over the first"),
    "fixed": (1.0, "milliseconds of a step whatever its size"),
}
NAMES = list(COEFFICIENTS)
START = np.log([v[0] for v in COEFFICIENTS.values()])


def step_seconds(r, c, gemm):
    mixed, again = r["precision"] == "amp", float(r["act_ckpt"])
    tokens, h, ffn = r["micro_batch"] * r["seq"], r["hidden"], r["ffn"]
    kv = h * r["kv_heads"] / r["heads"]
    pair = lambda n, k: 0.5 * (gemm_seconds(gemm, 1.0, tokens, n, h) + gemm_seconds(gemm, 1.0, tokens, h, k))
    products = c["gemm"] * tokens * (2 * h * (2 * h + 2 * kv) * pair(h + 2 * kv, h)
                                     + 2 * (2 + r["gated"]) * h * ffn * pair((1 + r["gated"]) * ffn, ffn))
    core = 2 * tokens * r["seq"] * h / (gemm[0] * 1e12 * c["attention"])
    passes = 2 * tokens * (c["hidden"] * h + c["inner"] * (1 + r["gated"]) * ffn) / BANDWIDTH * (c["mixed"] if mixed else 1)
    more = again * c["recompute"]
    layer = (3 + more) * products + (3.5 + more) * core + (2.7 + more) * passes
    head = 3 * c["gemm"] * gemm_seconds(gemm, 2.0 * tokens * h * r["vocab"], tokens, r["vocab"], h)
    head += c["logits"] * tokens * r["vocab"] / BANDWIDTH
    p = r["params"]
    update = c["update"] * p * (28 if mixed else 14) / BANDWIDTH
    cast = c["cast"] * p * (1 + again) / BANDWIDTH if mixed else 0.0
    device = r["layers"] * layer + head + update + cast
    host = r["layers"] * c["launch"] * 1e-6 * (1 + again * c["launch_again"]) * (c["launch_mixed"] if mixed else 1) + c["fixed"] * 1e-3
    return (device ** 4 + host ** 4) ** 0.25


def fit(rows, gemm):
    y = np.array([float(r["step_s"]) for r in rows])
    value = lambda t: np.array([step_seconds(r, dict(zip(NAMES, np.exp(t))), gemm) for r in rows])
    found = least_squares(lambda t: np.r_[np.log(value(t) / y) / 0.03, (t - START) / 0.4], START, loss="soft_l1")
    return dict(zip(NAMES, np.exp(found.x)))


def steps_apart(r, c):
    """Micro-batch at which the verdict turns, by the model."""
    fits = lambda b: memory.room_gib(r | {"micro_batch": b}, memory.peak_gib(r | {"micro_batch": b}, c)) <= TOTAL_GIB
    b = 1
    while fits(b) and b < 4096:
        b += 1
    return b


def main(folder, here):
    gemm = gemm_table(f"{here}/out/gemm.tsv")[("h200_sxm", "bfloat16")]
    table = memory.load(folder)
    out = []
    for name in sorted(table.name.unique()):  # every model once kept out with all its rows
        train, test = table[(table.name != name) & ~table.oom], table[table.name == name]
        mc, tc = memory.fit(train), fit(train[train.step_s.notna()].to_dict("records"), gemm)
        for r in test.to_dict("records"):
            peak = memory.peak_gib(r, mc)
            fits = memory.room_gib(r, peak) <= TOTAL_GIB
            out.append(dict(name=name, seq=r["seq"], b=r["micro_batch"], p=r["precision"], ck=r["act_ckpt"], oom=r["oom"],
                            time=np.nan if r["oom"] else 100 * (step_seconds(r, tc, gemm) / float(r["step_s"]) - 1),
                            memory=np.nan if r["oom"] else 100 * (peak / float(r["peak_mem_gib"]) - 1),
                            wrong=fits == r["oom"], limit=steps_apart(r, mc)))
    out = pd.DataFrame(out)
    print(out.round(2).to_string())
    g = out.groupby("name").agg(rows=("b", "size"), time=("time", lambda v: v.abs().mean()), memory=("memory", lambda v: v.abs().mean()), wrong=("wrong", "sum"))
    print(g.round(2).to_string())
    print("time MAPE %.2f  memory MAPE %.2f  wrong verdicts %d of %d" % (out.time.abs().mean(), out.memory.abs().mean(), out.wrong.sum(), len(out)))
    good = table[~table.oom]
    print(memory.fit(good)); print(fit(good.to_dict("records"), gemm))


if __name__ == "__main__":
    main(sys.argv[1], sys.path[0])
