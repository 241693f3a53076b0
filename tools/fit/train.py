"""Fits the planning model of training, prints its error on rows kept out of the fit, writes what the product needs.

    python3 tools/fit/train.py DATA_FOLDER [FOLDS]
"""
import gzip
import hashlib
import io
import os
import sys

import numpy as np
import pandas as pd
from scipy.linalg import solve_triangular
from scipy.optimize import least_squares

import fit_held
import gemm
import held
import physics
import single
from corrector import NOISES, NUMBERS, START, STRENGTHS, Corrector, features
from rows import accelerator_name, accelerators, complete, family, framework_family, gemm_table, release

HERE = os.path.dirname(os.path.abspath(__file__))


def load(folder, gemms, coefficients):
    """Rows that have a target and can be evaluated; rows that cannot, with the reason; the number without a target."""
    table, accs = pd.read_csv(f"{folder}/train_fit.csv.gz"), accelerators(folder)
    good, skipped, no_target = [], [], 0
    for _, row in table.iterrows():
        rate = row["tokens_per_s_per_acc"]
        if pd.isna(rate) and pd.isna(row["step_time_s"]):
            no_target += 1
            continue
        q, note = complete(row, accs, gemms, coefficients)
        if q is None:
            skipped.append((row["row_id"], note))
            continue
        if pd.isna(rate):
            rate = physics.tokens_per_step(q) / q["n"] / row["step_time_s"]
        framework, generation = framework_family(row), family(accelerator_name(row["accelerator"]))
        model = f"{q['layers']:.0f}x{q['hidden']:.0f}x{q['ffn']:.0f}" + ("t" if q["lora"] else "")
        group = f"{framework}/{model}/{generation}"
        model += "e" if q["experts"] else ""
        names, numbers = features(q, framework, generation, model, release(row))
        good.append(dict(id=row["row_id"], source=row["source"], q=q, y=np.log(rate), names=names, numbers=numbers,
                         note=note, sharded="FSDP" in str(row["sharding"]), group=group,
                         same="/".join(map(str, names + [round(v, 1) for v in numbers[:-1]]))))
    return good, skipped, no_target


def fit(good, rounds=2):
    """Coefficients and likeness in turn: each coefficient step weighs rows by how much they repeat each other."""
    y = np.array([r["y"] for r in good])
    groups = np.array([r["group"] for r in good])
    neighbours = Corrector([r["names"] for r in good], [r["numbers"] for r in good])
    log_rate = lambda t: np.array([np.log(physics.tokens_per_second(r["q"], t)) for r in good])
    theta, h, extra = physics.START, START, None
    for _ in range(rounds):
        L = neighbours.factor(h, extra)
        whiten = lambda e: solve_triangular(L, e, lower=True)
        cost = lambda t: np.r_[whiten(y - log_rate(t)), (t - physics.START) / 0.5]
        theta = least_squares(cost, theta, loss="soft_l1", f_scale=1.5, max_nfev=12).x
        residual = y - log_rate(theta)
        h = neighbours.learn(residual, groups, h, 12, extra)
        extra = neighbours.outliers(residual, h)
    return dict(theta=theta, h=h, neighbours=neighbours, residual=residual, extra=extra)


def predict(model, test):
    other = Corrector([r["names"] for r in test], [r["numbers"] for r in test])
    mean, deviation = model["neighbours"].correct(model["residual"], model["h"], other, model["extra"])
    return [dict(bare=np.log(physics.tokens_per_second(r["q"], model["theta"])) - r["y"], shift=m, deviation=s)
            for r, m, s in zip(test, mean, deviation)]


def fold_of(good, key, folds, seed=1):
    groups = sorted({r[key] for r in good})
    order = np.random.default_rng(seed).permutation(len(groups))
    fold = {groups[g]: i % folds for i, g in enumerate(order)}
    return np.array([fold[r[key]] for r in good])


def cross_validate(good, key, folds):
    """One line per row, predicted by a fit that saw no row of its group; the width of intervals from other folds."""
    fold, lines, models = fold_of(good, key, folds), [None] * len(good), []
    for f in range(folds):
        mine = np.flatnonzero(fold == f)
        models.append(fit([r for r, k in zip(good, fold) if k != f]))
        for i, line in zip(mine, predict(models[f], [good[i] for i in mine])):
            lines[i] = line
        print(f"  fold {f + 1} of {folds}: {len(mine)} rows", file=sys.stderr, flush=True)
    d = pd.DataFrame(lines)
    d["error"] = d.bare + d["shift"]
    d["kind"] = Corrector([r["names"] for r in good], [r["numbers"] for r in good]).noise_class
    d["z"] = d.error.abs() / d.deviation
    d["half"] = d.deviation
    for f in range(folds):
        models[f] |= dict(width=widths(d[fold != f]), kept_out=[r["id"] for r, k in zip(good, fold) if k == f],
                          rows=[r["id"] for r, k in zip(good, fold) if k != f])
        d.loc[fold == f, "half"] *= models[f]["width"][d.kind[fold == f]]
    for name in ("id", "source", "group", "sharded", "note"):
        d[name] = [r[name] for r in good]
    d["family"] = [r["names"][0] + " " + r["names"][1] for r in good]
    return d, models


def widths(d):
    """How many deviations hold 90 % of kept-out rows, per noise class, drawn to the whole where a class is small."""
    # Of n rows and one more, which is as likely to be the worst as any other: the conformal quantile.
    holds = lambda z: np.quantile(z, min(1.0, 0.9 * (len(z) + 1) / len(z)))
    every = holds(d.z)
    kinds = [d.z[d.kind == k] for k in range(len(NOISES))]
    return np.array([(holds(z) * len(z) + every * 20) / (len(z) + 20) if len(z) else every for z in kinds])


def summary(d):
    e, bare = np.expm1(d.error), np.expm1(d.bare)
    return pd.Series({"rows": len(d), "physics %": 100 * bare.abs().mean(), "MAPE %": 100 * e.abs().mean(),
                      "median %": 100 * e.abs().median(), "bias %": 100 * e.mean(),
                      "covered %": 100 * (d.error.abs() <= d.half).mean(),
                      "half-width %": 100 * np.median(np.sinh(d.half))})


def report(d, title):
    unseen = d.group.map(lambda g: int(hashlib.md5(g.encode()).hexdigest(), 16) % 5 == 0)
    parts = [d.groupby("source").apply(summary, include_groups=False),
             summary(d[d.source.str.contains("SC21")]).to_frame("SC21, both tables").T,
             summary(d[d.sharded]).to_frame("all FSDP rows").T,
             summary(d[unseen]).to_frame("groups set aside while the model was made").T,
             summary(d).to_frame("all").T]
    table = pd.concat(parts).round(1)
    table["rows"] = table["rows"].astype(int)
    print(f"\n{title}\n{table.to_string()}", flush=True)
    return table


def likeness(model, width):
    """Kind, name and value of what neighbours are weighed by."""
    h, k = np.exp(model["h"]), len(NUMBERS)
    return ([("strength", n, f"{v:.5g}") for n, v in zip(STRENGTHS, h[:7])]
            + [("length", n, f"{v:.5g}") for n, v in zip(NUMBERS, h[7:7 + k])] + [("close", "factor", f"{h[7 + k]:.5g}")]
            + [("noise", n, f"{v:.5g}") for n, v in zip(NOISES, h[-len(NOISES):])]
            + [("width", n, f"{v:.4g}") for n, v in zip(NOISES, width)])


def weights(model):
    L = model["neighbours"].factor(model["h"], model["extra"])
    return solve_triangular(L.T, solve_triangular(L, model["residual"], lower=True), lower=False)


def write_folds(models, name):
    """Each fold's fit as it was before it saw the rows that it is judged by. The rest of a neighbour is in its table."""
    with gzip.GzipFile(f"{HERE}/out/{name}.tsv.gz", "wb", mtime=0) as packed, io.TextIOWrapper(packed, "utf-8") as file:
        file.write("fold\tkind\tname\tvalue\tnoise\tweight\n")
        for f, model in enumerate(models):
            line = lambda *cells: file.write("\t".join((str(f), *cells)) + "\n")
            for name, value in zip(physics.NAMES, np.exp(model["theta"])):
                line("coefficient", name, f"{value:.5g}", "", "")
            for kind, name, value in likeness(model, model["width"]):
                line(kind, name, value, "", "")
            for row, e, x, w in zip(model["rows"], model["residual"], model["extra"], weights(model)):
                line("neighbour", row, f"{e:.5f}", f"{x:.4g}", f"{w:.7g}")
            for row in model["kept_out"]:
                line("kept_out", row, "", "", "")


def write(good, model, width):
    out = f"{HERE}/out"
    c = np.exp(model["theta"])
    with open(f"{out}/coefficients.tsv", "w") as file:
        file.write("name\tvalue\tmeaning\n")
        file.writelines(f"{n}\t{v:.5g}\t{physics.COEFFICIENTS[n][1]}\n" for n, v in zip(physics.NAMES, c))
    with open(f"{out}/likeness.tsv", "w") as file:
        file.write("kind\tname\tvalue\n")
        file.writelines("\t".join(line) + "\n" for line in likeness(model, width))
    with open(f"{out}/neighbours.tsv", "w") as file:
        names = ["row", "framework", "generation", "dtype", "model", *NUMBERS, "residual", "noise", "weight"]
        file.write("\t".join(names) + "\n")
        for r, e, x, w in zip(good, model["residual"], model["extra"], weights(model)):
            numbers = [f"{v:.5g}" for v in r["numbers"]]
            file.write("\t".join([r["id"], *r["names"], *numbers, f"{e:.5f}", f"{x:.4g}", f"{w:.7g}"]) + "\n")


def main(folder, folds):
    os.makedirs(f"{HERE}/out", exist_ok=True)
    gemm.fit(folder, f"{HERE}/out/gemm.tsv")
    fit_held.main(folder)
    good, skipped, no_target = load(folder, gemm_table(f"{HERE}/out/gemm.tsv"), held.coefficients())
    print(f"{len(good)} rows, {no_target} without target, {len(skipped)} skipped: {skipped}, "
          f"{sum(bool(r['note']) for r in good)} assumed, {len({r['group'] for r in good})} groups")
    by_group, models = cross_validate(good, "group", folds)
    tables = [report(by_group, "By group (framework, model shape and accelerator generation kept out together)")]
    by_row, alike = cross_validate(good, "same", folds)
    tables.append(report(by_row, "By configuration (only rows of the same configuration kept out together)"))
    pd.concat(tables, keys=["group", "configuration"]).to_csv(f"{HERE}/out/errors.tsv", sep="\t")
    write_folds(models, "folds")
    write_folds(alike, "folds_configuration")
    write(good, fit(good), widths(by_group))
    single.main(folder, HERE)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 8)
