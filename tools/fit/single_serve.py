"""Prefill and decode of eager serving on one H200; every model once kept out."""
import os
import sys

import numpy as np
import pandas as pd
from scipy.optimize import least_squares

from physics import gemm_seconds
from rows import gemm_table

BANDWIDTH = 4.25e12
COEFFICIENTS = {
    "weights": (0.95, "reached share of copy bandwidth when weights are read"),
    "cache": (0.95, "the same for keys and values"),
    "rate": (0.8, "reached share of the kernel table's rate in decoding"),
    "launch_decode": (40.0, "microseconds per layer of a decode step"),
    "gemm": (1.1, "matrix products in prefill over the same alone"),
    "attention": (0.6, "share of the reachable rate of the attention core"),
    "passes": (25.0, "passes over the hidden state per layer in prefill"),
    "launch_prefill": (200.0, "microseconds per layer of a prefill"),
}
NAMES, START = list(COEFFICIENTS), np.log([v[0] for v in COEFFICIENTS.values()])


def seconds(r, c, gemm):
    h, kv, batch, context = r["hidden"], r["hidden"] * r["kv_heads"] / r["heads"], r["batch"], r["context"]
    layer = 2 * h * h + 2 * h * kv + 3 * h * r["ffn"]
    if r["phase"] == "decode":
        weights = r["layers"] * layer + r["vocab"] * h
        read = 2 * weights / (BANDWIDTH * c["weights"])
        cache = batch * context * 4 * kv * r["layers"] / (BANDWIDTH * c["cache"])
        compute = 2 * weights * batch / (gemm[0] * 1e12 * c["rate"])
        return np.hypot(read, compute) + cache + r["layers"] * c["launch_decode"] * 1e-6
    tokens = batch * context
    pair = lambda n, k: 0.5 * (gemm_seconds(gemm, 1.0, tokens, n, h) + gemm_seconds(gemm, 1.0, tokens, h, k))
    products = c["gemm"] * tokens * (2 * h * (2 * h + 2 * kv) * pair(h + 2 * kv, h)
                                     + 6 * h * r["ffn"] * pair(2 * r["ffn"], r["ffn"]))
    core = 2 * tokens * context * h / (gemm[0] * 1e12 * c["attention"])
    passes = 2 * tokens * c["passes"] * h / BANDWIDTH
    return np.hypot(r["layers"] * (products + core + passes), r["layers"] * c["launch_prefill"] * 1e-6)


def fit(rows, gemm):
    value = lambda t: np.array([seconds(r, dict(zip(NAMES, np.exp(t))), gemm) / r["step_s"] for r in rows])
    cost = lambda t: np.r_[np.log(value(t)) / 0.05, (t - START) / 0.4]
    return dict(zip(NAMES, np.exp(least_squares(cost, START, loss="soft_l1").x)))


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    gemm = gemm_table(f"{here}/out/gemm.tsv")[("h200_sxm", "bfloat16")]
    table = pd.read_csv(f"{sys.argv[1]}/h200_infer_fit.csv")
    for name in table.name.unique():
        c = fit(table[table.name != name].to_dict("records"), gemm)
        for i, r in table[table.name == name].iterrows():
            table.loc[i, "error"] = 100 * (seconds(r, c, gemm) / r.step_s - 1)
    print(table[["name", "phase", "batch", "context", "step_s", "error"]].round(4).to_string())
    size = table.assign(size=table.error.abs())
    print(size.pivot_table(index="name", columns="phase", values="size", aggfunc=["mean", "median"], margins=True).round(1))
    with open(f"{here}/out/single_serve.tsv", "w") as file:
        file.write("name\tvalue\tmeaning\n")
        values = fit(table.to_dict("records"), gemm)
        file.writelines(f"{n}\t{v:.5g}\t{COEFFICIENTS[n][1]}\n" for n, v in values.items())
