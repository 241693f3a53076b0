"""What one rank of a training run holds at its peak, by parts; from a complete row (rows.complete) and coefficients."""
import os

import pandas as pd

HERE = os.path.dirname(os.path.abspath(__file__))
GIB = 2.0 ** 30
# name -> (start, meaning). Fitted in their logarithm, held near the start (fit_held.py).
COEFFICIENTS = {
    "compiled": (0.75, "activations kept by compiled layers over eager ones"),
    "titan_loss": (14.0, "bytes per vocabulary entry at the loss of torchtitan"),
    "fused_loss": (7.0, "the same of llm-foundry and Megatron-Bridge, whose loss is one kernel"),
    "chunked_loss": (3.0, "the same where the loss is taken in chunks"),
    "tune": (1.15, "activations kept by torchtune's eager layers over those of the one-accelerator model"),
    "foundry": (0.95, "the same of llm-foundry"),
    "lora": (1.0, "activations kept where low-rank matrices are trained over training all"),
    "adapter": (0.8, "the same for adapters of the first kind"),
    "adapter_v2": (1.5, "the same for adapters that scale every product"),
    "packed": (0.7, "bytes of a weight in four bits, with its scales and what unpacking takes"),
    "selective": (0.5, "activations kept by selective recomputation over none, where operations are chosen"),
    "working": (1.5, "layers whose activations are there at once while layers are recomputed"),
    "gathered": (2.0, "layers whose weights are gathered at once where weights are sharded"),
    "whole": (1.0, "copies of all weights that stay gathered where litgpt shards a model whose adapters are trained"),
    "offloaded": (0.3, "share of the layers' inputs that stays where activations are offloaded"),
    "reserved": (1.09, "reserved by the allocator over used, where measured peaks count that"),
}
# Bytes of a weight, its gradient, its optimizer states (master copies with them), by framework family.
STATE = {"tune": (2, 2, 4), "litgpt": (2, 2, 4), "titan": (4, 4, 8), "fsdp": (4, 4, 8), "zero3": (2, 2, 12),
         "tpu": (4, 4, 8)}
USUAL = (2, 4, 12)
EIGHT = 0.75  # activations kept in eight bits over sixteen: only inputs of products are; general knowledge
VISIBLE = 0.985  # of the nominal size, which counts in powers of two
CONTEXT = 1.54  # GiB beside the allocator, as on the H200


def starts():
    """Coefficients of one accelerator (memory.py) and, for the rest, those that the fit starts from."""
    table = pd.read_csv(f"{HERE}/out/memory.tsv", sep="\t")
    return {n: v[0] for n, v in COEFFICIENTS.items()} | dict(zip(table.name, table.value))


def coefficients():
    table = pd.read_csv(f"{HERE}/out/held.tsv", sep="\t")
    return starts() | dict(zip(table.name, table.value))


def kept_bytes(q, c):
    """Bytes of a token in a layer that are kept for backward if nothing is recomputed; on all tensor ranks together."""
    s = q["savings"]
    width = q["ffn"] if not q["experts"] else q["moe_ffn"] * (q["topk"] + q["shared"])
    kept = c["hidden"] * q["hidden"] + c["keys"] * q["kv"] * q["head"]
    kept += c["inner_gated" if q["gated"] else "inner_plain"] * width
    if q["experts"]:
        kept += 4 * q["topk"] * q["hidden"] * q["etp"]  # ranks that share an expert all receive its tokens
    kept *= c["tune"] if q["family"] == "tune" else c["foundry"] if q["family"] == "fsdp" else 1.0
    if "compiled" in s:
        kept *= c["compiled"]
    if q["dtype"] != "bfloat16" and q["fused"] and q["family"] != "titan":
        kept *= EIGHT
    if q["lora"]:
        kept *= c[{0.62: "adapter", 0.75: "adapter_v2"}.get(q["eager"], "lora")]
    if q["ckpt"] == 1 and q["family"] == "titan":
        kept *= c["selective"]
    if q["old"] and q["ckpt"] != 1:
        kept += 5 * q["heads"] * q["seq"]  # scores, which no fused kernel spares
    return kept


def state(q, c, stage):
    """Weights, gradients, optimizer states and gathered weights of a stage."""
    from rows import Held
    s, fam, pp = q["savings"], q["family"], q["pp"]
    tables = (1 if q["tied"] else 2) if stage == "only" else 1
    held, level = Held(q, q["layers"] / pp, tables), q["level"]
    spread = held.sharded() < held.whole()
    few = 2 * Held(q, c["gathered"], tables).whole()
    if q["lora"]:
        one = 1 if q["dtype"] != "bfloat16" else 2
        body, table = Held(q, q["layers"] / pp, 0), Held(q, 0, tables)
        bytes_ = c["packed"] if q["nf4"] else one
        size = body.whole() * bytes_ + table.whole() * one
        if level < 2 or not spread:
            return size, 0.0, 0.0, 0.0
        return body.sharded() * bytes_ + table.sharded() * one, 0.0, 0.0, c["whole"] * size if fam == "litgpt" else few
    if "on_host" in s:
        return 0.0, 0.0, 0.0, few if level >= 2 and spread else 2 * held.whole()
    weight, gradient, optimizer = STATE.get(fam, USUAL)
    optimizer = 2 if "eight_bit" in s else optimizer
    gradient = 0 if "in_backward" in s else gradient
    gathered = 0.0
    if level >= 2 and spread:  # a pipeline gathers once for all micro-batches, and adds up whole gradients
        gathered = 2 * held.whole() if level == 2 or pp > 1 else few
    return (weight * (held.sharded() if level >= 2 else held.whole()),
            gradient * (held.sharded() if level >= 2 and pp == 1 else held.whole()),
            optimizer * (held.sharded() if level >= 1 else held.whole()), gathered)


def stages(q, c, mbs):
    """For each stage that may be the fullest: its state, and what activations and loss take there."""
    tp, pp, vp = q["tp"], q["pp"], max(1.0, q["vp"])
    tokens, s = mbs * q["seq"] / q["cp"], q["savings"]
    micros = max(1.0, round(q["gbs"] / (q["dp"] * mbs))) if q["gbs"] else 1.0
    kept = kept_bytes(q, c) * tokens / tp
    edge = 2 * q["hidden"] * tokens / tp * (c["offloaded"] if "offloaded" in s else 1.0)
    entry = "chunked_loss" if "chunked" in s else {"titan": "titan_loss", "fsdp": "fused_loss", "bridge": "fused_loss"}.get(q["family"], "logits")
    loss = c[entry] * tokens * q["vocab"] / tp
    if "chunked" in s and not q["lora"]:
        loss += 2 * q["vocab"] * q["hidden"] / tp  # the gradient of the output, which whole logits outweigh
    for stage in (("only",) if pp == 1 else ("first", "last")):
        weights, gradients, optimizer, gathered = state(q, c, stage)
        flight = min(pp + (pp - 1) / vp if vp > 1 else pp, micros) if stage == "first" else 1.0
        yield dict(weights=weights, optimizer=optimizer, gathered=gathered, gradients=gradients,
                   early=gradients if micros > 1 else 0.0, kept=kept, edge=edge, deep=q["layers"] / pp * flight,
                   loss=0.0 if stage == "first" else loss)


def peak(q, c, mbs, again):
    """Bytes by parts at the worst moment: start of backward, a recomputed layer, update."""
    worst = None
    for s in stages(q, c, mbs):
        stored = s["deep"] * (again * s["edge"] + (1 - again) * s["kept"])
        work = c["working"] * s["kept"] if again > 0 else 0.0
        for gradients, activations, logits in ((s["early"], stored, s["loss"]), (s["early"], stored + work, 0.0),
                                               (s["gradients"], 0.0, 0.0)):
            parts = dict(weights=s["weights"], gradients=gradients, optimizer=s["optimizer"], gathered=s["gathered"],
                         activations=activations, logits=logits)
            if worst is None or sum(parts.values()) > sum(worst.values()):
                worst = parts
    worst["fragments"] = (c["reserved"] - 1) * sum(worst.values()) if q["family"] == "titan" else 0.0
    worst["fixed"] = c["fixed"] * GIB
    if "paged" in q["savings"]:  # what does not fit goes to the host
        worst["optimizer"] -= min(worst["optimizer"], max(0.0, sum(worst.values()) - usable(q)))
    return worst


def total(q, c, mbs, again):
    return sum(peak(q, c, mbs, again).values())


def usable(q):
    return (VISIBLE * q["memory"] - CONTEXT) * GIB


def recompute_share(q, c, mbs):
    """The least share of layers that has to be recomputed for the micro-batch to fit."""
    if q["family"] == "litgpt":
        return float(q["level"] >= 2)  # as it comes, whether it has to or not
    room = usable(q)
    if total(q, c, mbs, 0.0) <= room:
        return 0.0
    if q["family"] == "tune" or total(q, c, mbs, 1.0) >= room:
        return 1.0  # torchtune knows all or nothing
    room = (room - c["fixed"] * GIB) / (c["reserved"] if q["family"] == "titan" else 1.0)
    share = 0.0
    for s in stages(q, c, mbs):
        least = s["weights"] + s["optimizer"] + s["gathered"] + s["early"] + max(s["loss"], c["working"] * s["kept"])
        share = max(share, (least + s["deep"] * s["kept"] - room) / (s["deep"] * (s["kept"] - s["edge"])))
    return min(1.0, share)
