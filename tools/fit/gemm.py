"""Fits the time of one matrix product: t = 2mnk/rate * (1 + m0/m + n0/n + k0/k) + floor, per system and dtype."""
import numpy as np
import pandas as pd
from scipy.optimize import least_squares


def fit(folder, path):
    table = pd.read_csv(f"{folder}/kernels_gemm.csv.gz")
    table = table[(table.m >= 128) & (table.n >= 256) & (table.k >= 256) & (table.sys != "b60")]
    lines = ["system\tdtype\ttflops\tm0\tn0\tk0\tfloor_us\trows\tmean_error_percent"]
    for (system, dtype), x in table.groupby(["sys", "dtype"]):
        x = x[2.0 * x.m * x.n * x.k > 2e9]
        work, seconds = 2 * x.m * x.n * x.k / 1e12, x.latency_ms / 1e3
        time = lambda p: work / p[0] * (1 + p[1] / x.m + p[2] / x.n + p[3] / x.k) + p[4] * 1e-6
        found = least_squares(lambda p: np.log(time(np.exp(p)) / seconds), np.log([500, 100, 100, 100, 3]),
                              loss="soft_l1", f_scale=0.1)
        values = np.exp(found.x)
        error = 100 * np.abs(time(values) / seconds - 1).mean()
        lines.append("\t".join([system, dtype, *(f"{v:.1f}" for v in values), str(len(x)), f"{error:.1f}"]))
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
