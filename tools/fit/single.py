"""Step time of eager PyTorch training on one H200, and grouped errors of time, memory and verdict there."""
import numpy as np
import pandas as pd
from scipy.optimize import least_squares

import memory
from physics import gemm_seconds
from rows import gemm_table

BANDWIDTH = 4.25e12
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
    passes = 2 * tokens * (c["hidden"] * h + c["inner"] * (1 + r["gated"]) * ffn) / BANDWIDTH
    passes *= c["mixed"] if mixed else 1
    more = again * c["recompute"]
    layer = (3 + more) * products + (3.5 + more) * core + (2.7 + more) * passes
    head = 3 * c["gemm"] * gemm_seconds(gemm, 2.0 * tokens * h * r["vocab"], tokens, r["vocab"], h)
    head += c["logits"] * tokens * r["vocab"] / BANDWIDTH
    p = r["params"]
    update = c["update"] * p * (28 if mixed else 14) / BANDWIDTH
    cast = c["cast"] * p * (1 + again) / BANDWIDTH if mixed else 0.0
    device = r["layers"] * layer + head + update + cast
    host = r["layers"] * c["launch"] * 1e-6 * (1 + again * c["launch_again"]) * (c["launch_mixed"] if mixed else 1)
    host += c["fixed"] * 1e-3
    return (device ** 4 + host ** 4) ** 0.25


def fit(rows, gemm):
    y = np.array([float(r["step_s"]) for r in rows])
    value = lambda t: np.array([step_seconds(r, dict(zip(NAMES, np.exp(t))), gemm) for r in rows])
    found = least_squares(lambda t: np.r_[np.log(value(t) / y) / 0.03, (t - START) / 0.4], START, loss="soft_l1")
    return dict(zip(NAMES, np.exp(found.x)))


def largest_batch(r, c, context):
    """The greatest micro-batch that fits, by the model; 0 where none does."""
    room = lambda q: memory.room_gib(q, memory.peak_gib(q, c)) + context
    fits = lambda b: room(r | {"micro_batch": b}) <= memory.TOTAL_GIB
    b = 0
    while b < 4096 and fits(b + 1):
        b += 1
    return b


def kept_out(table, gemm):
    """Every model once kept out with all its rows, of both tables; and what was fitted without it."""
    lines, folds = [], []
    for name in sorted(table.name.unique()):
        others, test = table[table.name != name], table[table.name == name]
        train = others[~others.oom]
        mc, tc = memory.fit(train), fit(train.to_dict("records"), gemm)
        context = memory.context_gib(others, mc)
        folds += [(name, "memory", k, v) for k, v in (mc | {"context": context}).items()]
        folds += [(name, "single", k, v) for k, v in tc.items()]
        for r in test.to_dict("records"):
            peak, seconds = memory.peak_gib(r, mc), step_seconds(r, tc, gemm)
            fits = memory.room_gib(r, peak) + context <= memory.TOTAL_GIB
            lines.append(dict(model=name, wrong=int(fits == r["oom"]), beyond=int(fits == r["oom"]
                              and abs(r["micro_batch"] - largest_batch(r, mc, context)) > 1),
                              step=np.nan if r["oom"] else 100 * (seconds / float(r["step_s"]) - 1),
                              memory=np.nan if r["oom"] else 100 * (peak / float(r["peak_mem_gib"]) - 1)))
    return pd.DataFrame(lines), folds


def main(folder, here):
    gemm = gemm_table(f"{here}/out/gemm.tsv")[("h200_sxm", "bfloat16")]
    table = memory.load(folder)
    d, folds = kept_out(table, gemm)
    summary = lambda x: pd.Series({"rows": len(x), "step %": x.step.abs().mean(), "memory %": x.memory.abs().mean(),
                                   "step bias %": x.step.mean(), "verdicts wrong": x.wrong.sum(),
                                   "by more than one": x.beyond.sum()})
    errors = pd.concat([d.groupby("model").apply(summary, include_groups=False), summary(d).to_frame("all").T]).round(2)
    print(f"\nOne H200, every model once kept out\n{errors.to_string()}")
    within = d[["step", "memory"]].abs().quantile(0.9)
    print(f"90 % of steps within {within.step:.1f} %, of memory within {within.memory:.1f} %")
    errors.to_csv(f"{here}/out/single_errors.tsv", sep="\t")
    with open(f"{here}/out/single_folds.tsv", "w") as file:
        file.write("kept_out\ttable\tname\tvalue\n")
        file.writelines(f"{model}\t{table_}\t{name}\t{value:.6g}\n" for model, table_, name, value in folds)
    good = table[~table.oom]
    for path, values, words in (("memory", memory.fit(good), memory.COEFFICIENTS),
                                ("single", fit(good.to_dict("records"), gemm), COEFFICIENTS)):
        if path == "memory":
            values = values | {"context": memory.context_gib(table, values)}
            words = words | {"context": (0, "GiB beside the allocator")}
        with open(f"{here}/out/{path}.tsv", "w") as file:
            file.write("name\tvalue\tmeaning\n")
            file.writelines(f"{n}\t{v:.5g}\t{words[n][1]}\n" for n, v in values.items())
