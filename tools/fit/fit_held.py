"""Fits what one rank holds to measured peaks, and prints the error of rows kept out by model and framework.

    python3 tools/fit/fit_held.py DATA_FOLDER
"""
import hashlib
import os
import sys

import numpy as np
import pandas as pd
from scipy.optimize import least_squares

import held
from rows import accelerator_name, accelerators, complete, family, gemm_table

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = list(held.COEFFICIENTS)
START = np.log([v[0] for v in held.COEFFICIENTS.values()])
SPREAD = np.array([0.03 if n == "reserved" else 0.3 for n in NAMES])  # `reserved` is known from the H200


def load(folder):
    """Rows with a measured peak, and rows that ran with a stated batch and recompute: they must have fitted."""
    accs, gemms = accelerators(folder), gemm_table(f"{HERE}/out/gemm.tsv")
    measured, ran = [], {}
    for _, row in pd.read_csv(f"{folder}/train_fit.csv.gz").iterrows():
        q, _ = complete(row, accs, gemms, held.starts())
        if q is None:
            continue
        shape = f"{q['layers']:.0f}x{q['hidden']:.0f}x{q['ffn']:.0f}" + ("t" if q["lora"] else "")
        whole = f"{q['family']}/{shape}/{family(accelerator_name(row['accelerator']))}"
        aside = int(hashlib.md5(whole.encode()).hexdigest(), 16) % 5 == 0  # as in train.py
        r = dict(id=row["row_id"], q=q, group=f"{q['family']}/{row['model']}", aside=aside)
        if not pd.isna(row["peak_mem_gib"]):
            measured.append(r | dict(y=float(row["peak_mem_gib"])))
        elif not pd.isna(row["mbs"]) and q["stated"] and not aside:
            ran[(whole, q["n"], q["mbs"], q["seq"], q["ckpt"], q["level"], q["memory"])] = r
    return measured, list(ran.values())


def gib(r, c):
    """The peak, with the recompute that the coefficients themselves call for where none is stated."""
    q = r["q"]
    again = q["again"] if q["stated"] else held.recompute_share(q, c, q["mbs"])
    return held.total(q, c, q["mbs"], again) / held.GIB


def with_(theta, single):
    return single | dict(zip(NAMES, np.exp(theta)))


def fit(measured, ran, single):
    y = np.array([r["y"] for r in measured])

    def cost(t):
        c = with_(t, single)
        over = [max(0.0, np.log(held.total(r["q"], c, r["q"]["mbs"], r["q"]["again"]) / held.usable(r["q"])))
                for r in ran]
        return np.r_[np.log([gib(r, c) for r in measured] / y) / 0.08, np.array(over) / 0.1, (t - START) / SPREAD]

    return least_squares(cost, START, loss="soft_l1", diff_step=1e-3).x


def errors(measured, ran, single, key):
    """Predicted over measured, where nothing with the same key was seen by the fit."""
    kept = np.zeros(len(measured))
    for g in sorted({key(r) for r in measured}):
        c = with_(fit([r for r in measured if key(r) != g], [r for r in ran if key(r) != g], single), single)
        for i, r in enumerate(measured):
            if key(r) == g:
                kept[i] = gib(r, c)
    return kept / np.array([r["y"] for r in measured])


def report(d):
    line = lambda e: pd.Series({"rows": len(e), "MAPE %": e.error.abs().mean(), "median %": e.error.abs().median(),
                                "bias %": e.error.mean(), "framework kept out %": e.unseen.abs().mean(),
                                "coarse %": e.coarse.abs().mean(), "own %": e.own.abs().mean()})
    parts = [d.groupby("group").apply(line, include_groups=False),
             line(d[~d.aside]).to_frame("without groups set aside").T, line(d[d.aside]).to_frame("groups set aside").T,
             line(d).to_frame("all").T]
    table = pd.concat(parts).round(1)
    table["rows"] = table["rows"].astype(int)
    print(f"\nPeak memory, kept out by model and framework\n{table.to_string()}", flush=True)
    return table


def coarse_gb(q):
    """What filled absent fields before this model, to compare: it was fitted to nothing."""
    from rows import layer_flops, parameters
    held_ = parameters(q) / (q["tp"] * q["pp"])
    if q["experts"] and q["ep"] > 1:
        spread = layer_flops(q)[2] / 2 * (q["experts"] + q["shared"]) / (q["topk"] + q["shared"]) * q["layers"]
        held_ -= spread / (q["tp"] * q["pp"]) - spread / (q["pp"] * q["ep"])
    group = q["dp"] * q["cp"]
    weight = 1 if q["lora"] and q["dtype"] != "bfloat16" else 0.6 if q["nf4"] else 2
    state = held_ * (weight if q["lora"] else 18 / group if q["fsdp"] else 6 + 12 / group)
    tokens, h = q["mbs"] * q["seq"] / q["cp"], q["hidden"]
    inner = q["ffn"] if not q["experts"] else q["moe_ffn"] * (q["topk"] + q["shared"])
    kept = 5 * h + 2 * q["kv"] * q["head"] + (2 + q["gated"]) * inner + (2 * q["topk"] * h if q["experts"] else 0)
    kept *= 1.2 if q["dtype"] != "bfloat16" else 2
    layer = tokens / q["tp"] * (q["again"] * 2 * h + (1 - q["again"]) * kept)
    logits = tokens * q["vocab"] * 6 / q["tp"] if q["pp"] == 1 else 0
    return (state + layer * q["layers"] + logits) / 1e9


def main(folder):
    single = held.starts()
    measured, ran = load(folder)
    ratio = errors(measured, ran, single, lambda r: r["group"])
    unseen = errors(measured, ran, single, lambda r: r["q"]["family"])
    theta = fit(measured, ran, single)
    c = with_(theta, single)
    y = np.array([r["y"] for r in measured])
    d = pd.DataFrame([dict(id=r["id"], group=r["group"], aside=r["aside"]) for r in measured])
    d["error"], d["unseen"] = 100 * (ratio - 1), 100 * (unseen - 1)
    d["own"] = 100 * ([gib(r, c) for r in measured] / y - 1)
    d["coarse"] = 100 * (np.array([coarse_gb(r["q"]) for r in measured]) * 1e9 / held.GIB / y - 1)
    report(d).to_csv(f"{HERE}/out/held_errors.tsv", sep="\t")
    fits = sum(held.total(r["q"], c, r["q"]["mbs"], r["q"]["again"]) <= held.usable(r["q"]) for r in ran)
    print(f"{len(ran)} other set-ups ran, {fits} of them are said to fit")
    width, wide = (np.quantile(np.abs(np.log(e)), 0.9) for e in (ratio, unseen))
    with open(f"{HERE}/out/held.tsv", "w") as file:
        file.write("name\tvalue\tmeaning\n")
        file.writelines(f"{n}\t{np.exp(t):.5g}\t{held.COEFFICIENTS[n][1]}\n" for n, t in zip(NAMES, theta))
        file.write(f"width\t{width:.4g}\tlogarithm of the factor that holds 90 % of peaks of models kept out\n")
        file.write(f"width_unseen\t{wide:.4g}\tthe same, of frameworks kept out\n")
        file.write(f"peaks\t{len(measured)}\tmeasured peaks that it was fitted to\n")


if __name__ == "__main__":
    main(sys.argv[1])
