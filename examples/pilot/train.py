"""A small transformer that learns addition, on CPU cores or accelerators, with the processes that torchrun starts.

It reports each step, checkpoint and evaluation, and the time it waited for data, in the file SLIPWAY_PROGRESS. That is
all that `slipway plan pilot` needs. In a pilot it saves and evaluates once, so that their duration is measured too.
"""

import json
import os
import time

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

STEPS = int(os.environ.get("STEPS", "400"))
PILOT = int(os.environ.get("SLIPWAY_PILOT", "0"))
SAVE_EVERY = PILOT // 2 if PILOT else 100
EVALUATE_EVERY = PILOT * 3 // 4 if PILOT else 200
DIGITS, WIDTH, BATCH = 6, int(os.environ.get("WIDTH", "64")), int(os.environ.get("BATCH", "16"))
SAVES = os.environ.get("SLIPWAY_CHECKPOINT_DIR", ".")


class Adder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(12, WIDTH)
        self.positions = nn.Parameter(torch.zeros(3 * DIGITS + 2, WIDTH))
        layer = nn.TransformerEncoderLayer(WIDTH, 4, 4 * WIDTH, dropout=0.0, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, 2)
        self.out = nn.Linear(WIDTH, 12)

    def forward(self, text):
        size = text.shape[1]
        mask = nn.Transformer.generate_square_subsequent_mask(size)
        return self.out(self.layers(self.embedding(text) + self.positions[:size], mask=mask))


def sums(generator):
    """Sums such as 12+30=42, digit by digit, least significant digit first."""
    high = 10**DIGITS
    a = torch.randint(high, (BATCH,), generator=generator)
    b = torch.randint(high, (BATCH,), generator=generator)
    power = 10 ** torch.arange(DIGITS)
    digits = lambda number: number[:, None] // power % 10
    plus, equals = torch.full((BATCH, 1), 10), torch.full((BATCH, 1), 11)
    return torch.cat([digits(a), plus, digits(b), equals, digits((a + b) % high)], 1)


def loss_of(model, text):
    scores = model(text[:, :-1])[:, -DIGITS:]
    return nn.functional.cross_entropy(scores.reshape(-1, 12), text[:, -DIGITS:].reshape(-1))


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(7)
    generator = torch.Generator().manual_seed(100 + rank)
    model = DistributedDataParallel(Adder())
    optimizer = torch.optim.AdamW(model.parameters(), 3e-4)
    progress = open(os.environ.get("SLIPWAY_PROGRESS", os.devnull), "a", buffering=1) if rank == 0 else None
    waited = 0.0

    def report(step, doing):
        if progress:
            line = {"step": step, "total": STEPS, "doing": doing, "waited": round(waited, 6)}
            progress.write(json.dumps(line) + "\n")

    report(0, "train")
    for step in range(1, STEPS + 1):
        started = time.perf_counter()
        text = sums(generator)
        waited += time.perf_counter() - started
        optimizer.zero_grad()
        loss = loss_of(model, text)
        loss.backward()
        optimizer.step()
        if step % SAVE_EVERY == 0:
            report(step, "save")
            if rank == 0:
                draft = os.path.join(SAVES, f".step-{step}.tmp")
                torch.save({"model": model.module.state_dict(), "optimizer": optimizer.state_dict()}, draft)
                os.rename(draft, os.path.join(SAVES, f"step-{step}.pt"))
            dist.barrier()
        if step % EVALUATE_EVERY == 0:
            report(step, "evaluate")
            with torch.no_grad():
                held_out = sum(loss_of(model, sums(generator)) for _ in range(10)) / 10
            if rank == 0:
                print(f"step {step} loss {loss.item():.3f} held out {held_out.item():.3f}", flush=True)
        report(step, "train")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
