"""A small real training: data parallel on all ranks, saves on notice and resumes from the checkpoint.

The loss is that of the whole batch and falls with every step, so the log shows whether a training resumed or started
again.
"""
import os
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

STEPS = 40

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(7)
torch.set_num_threads(1)

truth = torch.randn(8, 1)
inputs = torch.randn(64, 8)
mine = slice(rank * 64 // world, (rank + 1) * 64 // world)
outputs = inputs @ truth

model = DistributedDataParallel(torch.nn.Linear(8, 1, bias=False))
optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
step = 0
if os.environ.get("SLIPWAY_RESUME_FROM"):
    saved = torch.load(os.environ["SLIPWAY_RESUME_FROM"])
    model.load_state_dict(saved["model"])
    step = saved["step"]
    print(f"resumed after step {step}", flush=True)


def told_to_stop():
    """All ranks hear it in the same step: rank 0 looks, and says so."""
    told = torch.tensor([float(os.path.exists(os.environ["SLIPWAY_NOTICE"]))])
    dist.broadcast(told, 0)
    return told.item() > 0


def save():
    """Takes as long as somebody says, as a large model on a slow disk would. Complete once it has its name."""
    place = os.path.join(os.environ["SLIPWAY_CHECKPOINT_DIR"], f"step-{step}")
    torch.save({"model": model.state_dict(), "step": step}, place + ".tmp")
    print("saving", flush=True)
    while not os.path.exists("saved"):
        time.sleep(0.05)
    os.rename(place + ".tmp", place)


while step < STEPS:
    if told_to_stop():
        if rank == 0:
            save()
        dist.barrier()
        while True:
            time.sleep(1)
    loss = ((model(inputs[mine]) - outputs[mine]) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    step += 1
    whole = loss.detach().clone()
    dist.all_reduce(whole)
    if rank == 0:
        print(f"step {step} loss {whole.item() / world:.6f} of {world} ranks", flush=True)
    if step == 5 and "SLIPWAY_RESUME_FROM" not in os.environ:
        while not told_to_stop():  # it is training when the preempting job arrives
            time.sleep(0.05)
print("done", flush=True)
