"""Peak memory of training on one accelerator, as PyTorch's allocator counts it, and whether it fits."""
import numpy as np
import pandas as pd
from scipy.optimize import least_squares

GIB = 2.0 ** 30
# name -> (start, meaning); bytes are per token by default
COEFFICIENTS = {
    "logits": (12.1, "bytes per vocabulary entry at the loss"),
    "hidden": (16.0, "bytes per hidden unit and layer kept for backward"),
    "keys": (8.0, "bytes per unit of keys and values and layer"),
    "inner_gated": (8.0, "bytes per inner MLP unit and layer, gated"),
    "inner_plain": (4.5, "bytes per inner MLP unit and layer, not gated"),
    "mixed": (1.1, "kept activations under autocast over pure bf16"),
    "loss": (10.2, "bytes per vocabulary entry at the end of forward, while autocast still holds its casts"),
    "fixed": (0.05, "GiB that are always there (library workspaces)"),
}
NAMES = list(COEFFICIENTS)
START = np.log([v[0] for v in COEFFICIENTS.values()])
TOTAL_GIB = 139.8  # what PyTorch sees of an H200
BLOCK = 0.95  # share of the largest block (the logits in fp32) that fragmentation costs once more


def peak_gib(r, c):
    """The greatest of the moments at which memory can peak: end of forward, start of backward, a layer, update."""
    mixed = r["precision"] == "amp"
    p, tokens, h = r["params"], r["micro_batch"] * r["seq"], r["hidden"]
    weights, grads, states = (4, 4, 8) if mixed else (2, 2, 4)
    head = c["logits"] * r["vocab"]
    kv = h * r["kv_heads"] / r["heads"]
    inner = c["inner_gated" if r["gated"] else "inner_plain"] * r["ffn"]
    kept = (c["hidden"] * h + c["keys"] * kv + inner) * (c["mixed"] if mixed else 1)
    edge = (4 if mixed else 2) * h
    held = (weights + states) * p
    cast = (2 * p - 2 * r["vocab"] * h) if mixed else 0
    if r["act_ckpt"]:
        moments = [held + tokens * (r["layers"] * edge + head),
                   held + cast + tokens * (r["layers"] * edge + c["loss"] * r["vocab"]),
                   held + tokens * (r["layers"] * edge + 1.5 * kept)]
    else:
        moments = [held + cast + tokens * (r["layers"] * kept + head)]
    moments.append(held + grads * p)
    return max(moments) / GIB + c["fixed"]


def room_gib(r, peak):
    """What the allocator needs to hold such a peak: most of one more block as large as the largest."""
    return peak + BLOCK * 4.0 * r["micro_batch"] * r["seq"] * r["vocab"] / GIB


def context_gib(table, c):
    """What driver and rounding take: half way between the fullest row that fitted and the emptiest that did not."""
    rooms = np.array([room_gib(r, peak_gib(r, c)) for r in table.to_dict("records")])
    return TOTAL_GIB - 0.5 * (rooms[~table.oom].max() + rooms[table.oom].min())


def fit(table):
    rows = table.to_dict("records")
    measured = table.peak_mem_gib.astype(float).to_numpy()
    value = lambda t: np.array([peak_gib(r, dict(zip(NAMES, np.exp(t)))) for r in rows])
    cost = lambda t: np.r_[np.log(value(t) / measured) / 0.02, (t - START) / 0.5]
    found = least_squares(cost, START, loss="soft_l1")
    return dict(zip(NAMES, np.exp(found.x)))


def parameters(r):
    kv = r.hidden * r.kv_heads / r.heads
    layer = 2 * r.hidden ** 2 + 2 * r.hidden * kv + (2 + r.gated) * r.hidden * r.ffn + 2 * r.hidden
    return r.layers * layer + 2 * r.vocab * r.hidden


def load(folder):
    table = pd.concat([pd.read_csv(f"{folder}/h200_train_fit.csv"), pd.read_csv(f"{folder}/h200_memory_fit.csv")])
    table["oom"] = table.peak_mem_gib.astype(str) == "OOM"
    table["params"] = table.params.fillna(table.apply(parameters, axis=1))
    return table.reset_index(drop=True)

