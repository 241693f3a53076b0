"""Fits the planning model of training time and prints its error on rows kept out of the fit."""
import sys

import numpy as np
import pandas as pd
from scipy.linalg import solve_triangular
from scipy.optimize import least_squares

import physics
from corrector import NOISES, START, Corrector, features
from rows import accelerator_name, accelerators, complete, family, framework_family, gemm_table, release


def load(folder, gemms):
    table, accs = pd.read_csv(f"{folder}/train_fit.csv.gz"), accelerators(folder)
    good, skipped = [], []
    for _, row in table.iterrows():
        q, note = complete(row, accs, gemms)
        rate = row["tokens_per_s_per_acc"]
        if pd.isna(rate) and pd.isna(row["step_time_s"]):
            continue
        if q is None:
            skipped.append((row["row_id"], note))
            continue
        if pd.isna(rate):
            rate = q["micros"] * q["mbs"] * q["dp"] * q["seq"] / q["n"] / row["step_time_s"]
        framework, generation = framework_family(row), family(accelerator_name(row["accelerator"]))
        model = f"{q['layers']:.0f}x{q['hidden']:.0f}x{q['ffn']:.0f}" + ("t" if q["lora"] else "")
        names, numbers = features(q, framework, generation, model, release(row))
        good.append(dict(id=row["row_id"], source=row["source"], q=q, y=np.log(rate), names=names, numbers=numbers,
                         note=note, sharding=str(row["sharding"]),
                         same="/".join(map(str, names + [round(v, 1) for v in numbers[:-1]])),
                         group=f"{framework}/{model}/{generation}"))
    return good, skipped


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
        found = least_squares(lambda t: np.r_[whiten(y - log_rate(t)), (t - physics.START) / 0.5], theta, loss="soft_l1",
                              f_scale=1.5, max_nfev=12)
        theta = found.x
        residual = y - log_rate(theta)
        h = neighbours.learn(residual, groups, h, 12, extra)
        extra = neighbours.outliers(residual, h)
    blocks = [np.flatnonzero(groups == g) for g in np.unique(groups)]
    error, deviation = neighbours.kept_out(residual, neighbours.matrix(neighbours.common(neighbours), h, extra), blocks)
    noise = neighbours.noise(h)
    plain = np.sqrt(np.maximum(deviation[len(y):] ** 2 - noise * (extra - 1), 0.2 * noise))
    z, which = np.abs(error[len(y):] / plain), neighbours.noise_class
    every = np.quantile(z, 0.9)
    widen = [(np.quantile(z[which == k], 0.9) * n + every * 20) / (n + 20) if (n := (which == k).sum()) else every
             for k in range(len(NOISES))]
    return dict(theta=theta, h=h, neighbours=neighbours, residual=residual, extra=extra, widen=np.array(widen))


def cross_validate(good, folds, seed=1, key="group"):
    groups = sorted({r[key] for r in good})
    order = np.random.default_rng(seed).permutation(len(groups))
    fold = {groups[g]: i % folds for i, g in enumerate(order)}
    for f in range(folds):
        test = [r for r in good if fold[r[key]] == f]
        predict(fit([r for r in good if fold[r[key]] != f]), test)
        print(f, len(test), np.mean([abs(np.expm1(r["error"])) for r in test]), flush=True)


def predict(model, test):
    other = Corrector([r["names"] for r in test], [r["numbers"] for r in test])
    mean, deviation = model["neighbours"].correct(model["residual"], model["h"], other, model["extra"])
    deviation = deviation * model["widen"][other.noise_class]
    for r, m, s in zip(test, mean, deviation):
        r["bare"] = np.log(physics.tokens_per_second(r["q"], model["theta"])) - r["y"]
        r["error"], r["deviation"] = r["bare"] + m, s


def report(good, by):
    d = pd.DataFrame([dict(by=by(r), e=np.expm1(r["error"]), b=np.expm1(r["bare"]), s=r["deviation"], l=r["error"]) for r in good])
    def line(x):
        return pd.Series(dict(rows=len(x), physics=100 * x.b.abs().mean(), mape=100 * x.e.abs().mean(), median=100 * x.e.abs().median(),
                              bias=100 * x.e.mean(), cover=100 * (x.l.abs() <= x.s).mean(),
                              half=100 * np.median(np.sinh(x.s))))
    print(pd.concat([d.groupby("by").apply(line, include_groups=False), line(d).to_frame("all").T]).round(1).to_string())


if __name__ == "__main__":
    folder, here = sys.argv[1], sys.path[0]
    good, skipped = load(folder, gemm_table(f"{here}/out/gemm.tsv"))
    import hashlib
    outer = lambda r: int(hashlib.md5(r["group"].encode()).hexdigest(), 16) % 5 == 0
    good = [r for r in good if not outer(r)]
    print(len(good), "rows", skipped)
    cross_validate(good, int(sys.argv[2]) if len(sys.argv) > 2 else 10, key=sys.argv[3] if len(sys.argv) > 3 else "group")
    report(good, lambda r: r["names"][0] + "/" + r["names"][1])
    report(good, lambda r: r["source"][:40])
    pd.to_pickle(good, "/tmp/planfit/good.pkl")
