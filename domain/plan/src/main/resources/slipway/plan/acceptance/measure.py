"""What a machine delivers: the acceptance test that slipway plan measure runs.

It needs Python 3.8 and nothing else; with PyTorch it measures matrix products and collectives too. Every figure
is taken in rounds over the time it is held, so that a machine that gets warm, or has neighbors, shows it. The
result is one line of the log: SLIPWAY-MEASUREMENT and a JSON object. Rates are in bytes, operations or seconds.
"""
import argparse
import json
import mmap
import os
import platform
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time

MARK = "SLIPWAY-MEASUREMENT "
FORMAT = 1
MOST_ROUNDS = 40
MOST_FIGURES = 160
MIB = 1 << 20
NET_BLOCK = 128 << 10
DISK_BLOCK = MIB
BUSY_SHARE = 0.15
LEAVE_FREE = 0.05
PATIENCE = 60.0


def parsed(words):
    parser = argparse.ArgumentParser(prog="measure.py")
    parser.add_argument("--hold", type=float, default=120.0)
    parser.add_argument("--only", default="compute,memory,disk,network,collectives")
    parser.add_argument("--dir", default="")
    parser.add_argument("--size", type=int, default=256 * MIB)
    parser.add_argument("--proc", default="/proc")
    parser.add_argument("--node", default="")
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--no-torch", action="store_true")
    return parser.parse_args(words)


# ---------------------------------------------------------------- what the machine is, and whether it is ours alone


def cpus():
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:
        return max(1, os.cpu_count() or 1)


def memory_bytes(proc):
    try:
        with open(os.path.join(proc, "meminfo")) as lines:
            for line in lines:
                if line.startswith("MemTotal:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return 0


def ticks(proc):
    """Of all processors: in all, working, and kept from us by the hypervisor."""
    try:
        with open(os.path.join(proc, "stat")) as lines:
            first = lines.readline().split()
        numbers = [int(it) for it in first[1:9]]
    except (OSError, ValueError, IndexError):
        return None
    if first[0] != "cpu" or len(numbers) < 8:
        return None
    idle = numbers[3] + numbers[4]
    return sum(numbers), sum(numbers) - idle - numbers[7], numbers[7]


def query(*fields):
    """One row for each accelerator as nvidia-smi tells of it; nothing where it is not there."""
    try:
        told = subprocess.run(
            ["nvidia-smi", "--query-gpu=" + ",".join(fields), "--format=csv,noheader,nounits"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    rows = [[cell.strip() for cell in row.split(",")] for row in told.stdout.decode("utf-8", "replace").splitlines()]
    rows = [row for row in rows if len(row) == len(fields)]
    mine = os.environ.get("CUDA_VISIBLE_DEVICES")
    if mine is None:
        return rows
    wanted = [it.strip() for it in mine.split(",") if it.strip()]
    return [row for at, row in enumerate(rows) if str(at) in wanted or row[0] in wanted]


class Watch:
    """Looks whether others use the machine: only while nothing of ours runs."""

    def __init__(self, proc):
        self.proc = proc
        self.shares = []
        self.busy = []
        self.first = ticks(proc)

    def look(self, seconds):
        before = ticks(self.proc)
        time.sleep(seconds)
        after = ticks(self.proc)
        if before is None or after is None or after[0] <= before[0]:
            return
        share = (after[1] - before[1]) / (after[0] - before[0])
        self.shares.append(round(max(0.0, min(1.0, share)), 4))

    def accelerators(self):
        for row in query("uuid", "utilization.gpu", "memory.used", "memory.total"):
            try:
                used, held, whole = float(row[1]), float(row[2]), float(row[3])
            except ValueError:
                continue
            if used > 5 or held > 0.05 * whole:
                self.busy.append("accelerator %s is used by others: %d %% busy, %d of %d MiB taken"
                                 % (row[0][:16], used, held, whole))

    def stolen(self):
        last = ticks(self.proc)
        if self.first is None or last is None or last[0] <= self.first[0]:
            return 0.0
        return round((last[2] - self.first[2]) / (last[0] - self.first[0]), 4)

    def told(self):
        busy = list(self.busy)
        often = [it for it in self.shares if it > BUSY_SHARE]
        if self.shares and (self.shares[0] > BUSY_SHARE or len(often) * 4 > len(self.shares)):
            busy.insert(0, "others used %d %% of the processors while nothing was measured" % round(100 * max(often)))
        return busy[:10]


# ---------------------------------------------------------------- figures


class Figures:
    """Every figure by what it is of, with what each round of it gave."""

    def __init__(self):
        self.rounds = {}
        self.notes = []
        self.skipped = []

    def add(self, key, value):
        if value > 0 and (key in self.rounds or len(self.rounds) < MOST_FIGURES):
            self.rounds.setdefault(key, []).append(value)

    def note(self, sentence):
        if sentence not in self.notes and len(self.notes) < 30:
            self.notes.append(sentence[:300])

    def skip(self, what, why):
        if len(self.skipped) < 20:
            self.skipped.append({"what": what, "because": why[:300]})

    def told(self):
        return [figure(key, values) for key, values in self.rounds.items()]


def key(name, unit, scope, **more):
    """The key of a figure; an absent value does not apply to it."""
    return (name, unit, scope, tuple(sorted(more.items())))


def figure(of, values):
    told = {"name": of[0], "unit": of[1], "scope": of[2]}
    told.update(dict(of[3]))
    told["rounds"] = [float("%.6g" % it) for it in thinned(values)]
    return told


def thinned(values):
    """No more than a document holds: neighbors become their mean, so that the course stays."""
    while len(values) > MOST_ROUNDS:
        values = [statistics.fmean(values[at:at + 2]) for at in range(0, len(values), 2)]
    return values


class Progress:
    def __init__(self, total):
        self.total = max(1, int(total))
        self.path = os.environ.get("SLIPWAY_PROGRESS", "")
        self.start = time.monotonic()

    def tell(self, doing):
        step = min(self.total, int(time.monotonic() - self.start))
        print("%3d of %d s: %s" % (step, self.total, doing), flush=True)
        if self.path:
            try:
                with open(self.path, "a") as out:
                    out.write('{"step": %d, "total": %d}\n' % (step, self.total))
            except OSError:
                self.path = ""


# ---------------------------------------------------------------- memory of the host


def copying(seconds, size):
    """Copies memory; tells bytes read and written, and over how long."""
    source, target = bytearray(size), bytearray(size)
    view = memoryview(source)
    target[:] = view
    start = time.perf_counter()
    moved = 0
    while True:
        target[:] = view
        moved += 2 * size
        took = time.perf_counter() - start
        if took >= seconds:
            return moved / took


def host_memory(figures, seconds):
    many = min(16, cpus())
    rate = sum(float(it) for it in workers([["copy", str(seconds), str(64 * MIB)]] * many))
    figures.add(key("memory", "B/s", "host", parallel=many), rate)


def workers(commands):
    """Runs this program in so many processes at once; the last line of each."""
    started = [subprocess.Popen([sys.executable, os.path.abspath(__file__), "worker"] + it,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE) for it in commands]
    told = []
    for process in started:
        out, trouble = process.communicate()
        if process.returncode != 0:
            raise RuntimeError((trouble.decode("utf-8", "replace").strip().splitlines() or ["it ended"])[-1][:200])
        told.append(out.decode().strip().splitlines()[-1])
    return told


# ---------------------------------------------------------------- disk


class Disk:
    """Files of a bounded size, read and written around the page cache where the file system lets that be."""

    def __init__(self, folder, size, jobs, figures):
        self.folder = tempfile.mkdtemp(prefix="slipway-measure-", dir=folder)
        self.direct = getattr(os, "O_DIRECT", 0)
        self.figures = figures
        self.size = 0
        self.paths = []
        try:
            self.lay(size, jobs)
        except BaseException:
            self.close()
            raise

    @classmethod
    def on(cls, folder, jobs):
        """Files that lie there already, under the numbers of the jobs; they are all of one size and stay."""
        disk = cls.__new__(cls)
        disk.folder, disk.direct, disk.figures = folder, getattr(os, "O_DIRECT", 0), Figures()
        disk.paths = [os.path.join(folder, str(job)) for job in range(jobs)]
        disk.size = os.path.getsize(disk.paths[0])
        return disk

    def lay(self, size, jobs):
        disk = os.statvfs(self.folder)
        whole, free = disk.f_frsize * disk.f_blocks, disk.f_frsize * disk.f_bavail
        room = int(free - LEAVE_FREE * whole) // 2
        each = min(size, room) // jobs // DISK_BLOCK * DISK_BLOCK
        if each < 4 * DISK_BLOCK:
            raise RuntimeError("the disk has %d of %d MB free, and a twentieth of it is left alone"
                               % (free // 10**6, whole // 10**6))
        self.size = each
        noise = buffer(DISK_BLOCK)
        noise[:] = os.urandom(DISK_BLOCK)
        for job in range(jobs):
            path = os.path.join(self.folder, str(job))
            out = self.opened(path, os.O_WRONLY | os.O_CREAT)
            try:
                for _ in range(each // DISK_BLOCK):
                    if os.write(out, noise) != DISK_BLOCK:
                        raise RuntimeError("the disk took less than it was given")
                os.fsync(out)
            finally:
                os.close(out)
            self.paths.append(path)

    def opened(self, path, flags):
        try:
            return os.open(path, flags | self.direct, 0o600)
        except OSError:
            if not self.direct:
                raise
            self.direct = 0
            self.figures.note("The file system cannot go around the page cache (O_DIRECT), so what was read may"
                              " have come from memory.")
            return os.open(path, flags, 0o600)

    def round(self, write, jobs, block, seconds):
        gate = threading.Barrier(jobs + 1)
        results = [None] * jobs
        threads = [threading.Thread(target=self.job, args=(at, write, block, seconds, gate, results), daemon=True)
                   for at in range(jobs)]
        for thread in threads:
            thread.start()
        gate.wait(PATIENCE)
        start = time.perf_counter()
        for thread in threads:
            thread.join()
        took = time.perf_counter() - start
        for result in results:
            if isinstance(result, Exception):
                raise result
        return sum(results) / took

    def job(self, at, write, block, seconds, gate, results):
        try:
            file = self.opened(self.paths[at], os.O_WRONLY if write else os.O_RDONLY)
        except OSError as trouble:
            gate.abort()
            results[at] = trouble
            return
        try:
            space = buffer(block)
            if write:
                space[:] = os.urandom(block)
            views = [memoryview(space)]
            last = self.size - block
            gate.wait(PATIENCE)
            end = time.perf_counter() + seconds
            moved = place = 0
            while time.perf_counter() < end:
                moved += os.pwritev(file, views, place) if write else os.preadv(file, views, place)
                place = place + block if place + block <= last else 0
            if write:
                os.fsync(file)
            results[at] = moved
        except (OSError, threading.BrokenBarrierError) as trouble:
            results[at] = trouble
        finally:
            os.close(file)

    def measure(self, seconds, jobs):
        forget(self.paths, self.direct)
        for write, many in ((False, 1), (False, jobs), (True, 1), (True, jobs)):
            rate = self.round(write, many, DISK_BLOCK, seconds)
            name = "write" if write else "read"
            self.figures.add(key(name, "B/s", "disk", bytes=DISK_BLOCK, parallel=many), rate)

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def buffer(size):
    """Pages of memory, aligned as O_DIRECT wants them."""
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


def forget(paths, direct):
    """Without O_DIRECT the page cache is at least asked to let go."""
    if direct or not hasattr(os, "posix_fadvise"):
        return
    for path in paths:
        file = os.open(path, os.O_RDONLY)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(file)


# ---------------------------------------------------------------- network


def patient(line):
    """The kernel keeps the patience: Python's own would ask before every call whether it may be made, which shows."""
    line.settimeout(None)
    for way in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
        line.setsockopt(socket.SOL_SOCKET, way, struct.pack("ll", int(PATIENCE), 0))
    return line


def sending(address, port, seconds, block):
    with patient(socket.create_connection((address, port), timeout=PATIENCE)) as out:
        noise = memoryview(os.urandom(block))
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            for _ in range(16):
                out.sendall(noise)


def received(server, streams, block):
    """The rate of all streams together, from the first byte to the last."""
    spans = [None] * streams

    def one(at, incoming):
        with incoming:
            space = memoryview(bytearray(block))
            start, moved = None, 0
            while True:
                got = incoming.recv_into(space)
                if start is None:
                    start = time.perf_counter()
                    moved = -got
                if got == 0:
                    break
                moved += got
            spans[at] = (start, time.perf_counter(), moved)

    server.settimeout(PATIENCE)
    threads = []
    for at in range(streams):
        incoming, _ = server.accept()
        threads.append(threading.Thread(target=one, args=(at, patient(incoming)), daemon=True))
        threads[-1].start()
    for thread in threads:
        thread.join()
    if None in spans:
        raise RuntimeError("a stream broke off")
    took = max(it[1] for it in spans) - min(it[0] for it in spans)
    return sum(it[2] for it in spans) / took


def listening(address):
    server = socket.create_server((address, 0), backlog=16)
    return server, server.getsockname()[1]


def loopback(figures, seconds):
    server, port = listening("127.0.0.1")
    with server:
        command = [sys.executable, os.path.abspath(__file__), "worker", "send", "127.0.0.1", str(port), str(seconds),
                   str(NET_BLOCK)]
        sender = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            rate = received(server, 1, NET_BLOCK)
        finally:
            sender.wait()
    figures.add(key("network", "B/s", "loopback", bytes=NET_BLOCK, parallel=1), rate)


class Gang:
    """The other nodes: one line to each, over which the first says what comes next."""

    def __init__(self, rank, nodes, address, port):
        self.rank, self.nodes, self.address = rank, nodes, address
        self.lines = {}
        if rank == 0:
            with socket.create_server(("", port), backlog=nodes) as server:
                server.settimeout(PATIENCE)
                while len(self.lines) < nodes - 1:
                    line, _ = server.accept()
                    line.settimeout(10 * PATIENCE)
                    self.lines[self.hear(line)["rank"]] = line
        else:
            line = self.reached(address, port)
            line.settimeout(100 * PATIENCE)
            self.lines[0] = line
            self.say(0, {"rank": rank})

    @staticmethod
    def reached(address, port):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection((address, port), timeout=5)
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def say(self, to, what):
        body = json.dumps(what).encode()
        self.lines[to].sendall(struct.pack("!I", len(body)) + body)

    @staticmethod
    def exactly(line, many):
        got = b""
        while len(got) < many:
            part = line.recv(many - len(got))
            if not part:
                raise RuntimeError("another node of the gang went away")
            got += part
        return got

    def hear(self, line):
        size = struct.unpack("!I", self.exactly(line, 4))[0]
        if size > 1 << 16:
            raise RuntimeError("another node of the gang sent what is no word of it")
        return json.loads(self.exactly(line, size).decode())

    def network(self, figures, seconds, streams):
        """From each other node to the first, one after another; each node tells how long a small message takes."""
        for other in range(1, self.nodes):
            server, port = listening("")
            with server:
                self.say(other, {"do": "send", "port": port, "seconds": seconds, "streams": streams})
                rate = received(server, streams, NET_BLOCK)
            self.hear(self.lines[other])
            figures.add(key("network", "B/s", "nodes", bytes=NET_BLOCK, parallel=streams, peer=other), rate)
            figures.add(key("round-trip", "s", "nodes", bytes=1, peer=other), self.round_trip(other))

    def round_trip(self, other):
        took = []
        for _ in range(50):
            start = time.perf_counter()
            self.say(other, {"do": "echo"})
            self.hear(self.lines[other])
            took.append(time.perf_counter() - start)
        return statistics.median(took)

    def all(self, what):
        for other in self.lines:
            self.say(other, what)

    def serve(self, collect):
        """Every node but the first: follows the orders of the first until it ends."""
        while True:
            order = self.hear(self.lines[0])
            if order["do"] == "end":
                return
            if order["do"] == "send":
                workers([["send", self.address, str(order["port"]), str(order["seconds"]), str(NET_BLOCK)]]
                        * int(order["streams"]))
            elif order["do"] == "collect":
                collect(order)
            self.say(0, {"done": order["do"]})

    def close(self):
        for line in self.lines.values():
            line.close()


# ---------------------------------------------------------------- with PyTorch


def torch_or_none(arguments, figures):
    if arguments.no_torch:
        figures.skip("compute", "PyTorch was not to be used")
        return None
    try:
        import torch
        return torch
    except Exception as trouble:  # a broken installation raises whatever it likes
        figures.skip("compute", "PyTorch cannot be used here: %s" % (str(trouble).splitlines() or ["?"])[0])
        return None


def formats(torch):
    """By how accelerators are compared first; the last argument is whether products may be rounded to 19 bits."""
    found = [("bf16", torch.bfloat16, False), ("fp16", torch.float16, False), ("tf32", torch.float32, True)]
    if hasattr(torch, "float8_e4m3fn") and hasattr(torch, "_scaled_mm"):
        found.append(("fp8", torch.float8_e4m3fn, False))
    return found


def product(torch, name, dtype, device, size):
    """A function that multiplies once, and how many operations that is."""
    if name == "fp8":
        left = torch.randn(size, size, device=device).to(dtype)
        right = torch.randn(size, size, device=device).to(dtype).t()
        one = torch.tensor(1.0, device=device)
        return lambda: torch._scaled_mm(left, right, scale_a=one, scale_b=one, out_dtype=torch.bfloat16), 2 * size**3
    left, right = (torch.randn(size, size, device=device).to(dtype) for _ in range(2))
    out = torch.empty(size, size, device=device, dtype=dtype)
    return lambda: torch.matmul(left, right, out=out), 2 * size**3


def timed(once, amount, wait, seconds):
    once()
    wait()
    start = time.perf_counter()
    done, batch = 0, 1
    while True:
        for _ in range(batch):
            once()
        wait()
        done += batch
        took = time.perf_counter() - start
        if took >= seconds:
            return done * amount / took
        batch = max(1, min(1000, int(done / took * min(0.1, seconds / 4))))


def on_each(devices, work):
    """The same on every accelerator at once, as a workload that has them all would."""
    troubles = []

    def guarded(device):
        try:
            work(device)
        except Exception as trouble:
            troubles.append("accelerator %d: %s" % (device, (str(trouble).splitlines() or ["?"])[0][:160]))

    threads = [threading.Thread(target=guarded, args=(it,), daemon=True) for it in range(devices)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return troubles


class Compute:
    def __init__(self, torch, figures, progress):
        self.torch, self.figures, self.progress = torch, figures, progress
        self.devices = torch.cuda.device_count() if torch.cuda.is_available() else 0

    def held(self, seconds):
        """The product that most workloads rest on, on and on, in windows: a machine that gets warm shows it here."""
        if self.devices == 0:
            self.processors(seconds)
            return
        window = max(0.25, min(2.0, seconds / 20))
        rounds = max(3, int(seconds / window))
        self.progress.tell("matrix products on %d accelerators, held for %d s" % (self.devices, seconds))

        def work(device):
            once, amount = product(self.torch, "bf16", self.torch.bfloat16, "cuda:%d" % device, 8192)
            for _ in range(rounds):
                rate = timed(once, amount, lambda: self.torch.cuda.synchronize(device), window)
                self.figures.add(key("matmul", "FLOP/s", "accelerator", format="bf16", device=device), rate)

        stop = threading.Event()
        watcher = threading.Thread(target=self.clocks, args=(stop,), daemon=True)
        watcher.start()
        for trouble in on_each(self.devices, work):
            self.figures.note(trouble)
        stop.set()
        watcher.join(30)

    def clocks(self, stop):
        while not stop.wait(2):
            for row in query("uuid", "clocks_throttle_reasons.active", "temperature.gpu"):
                try:
                    reasons = int(row[1], 16)
                except ValueError:
                    continue
                for bit, words in ((0x20, "software, for heat"), (0x40, "hardware, for heat"),
                                   (0x80, "hardware, for power"), (0x8, "hardware")):
                    if reasons & bit:
                        self.figures.note("The clocks of accelerator %s were held down by %s." % (row[0][:16], words))

    def processors(self, seconds):
        self.progress.tell("matrix products on %d processors, held for %d s" % (cpus(), seconds))
        once, amount = product(self.torch, "fp32", self.torch.float32, "cpu", 1024)
        window = max(0.2, min(2.0, seconds / 20))
        for _ in range(max(3, int(seconds / window))):
            rate = timed(once, amount, lambda: None, window)
            self.figures.add(key("matmul", "FLOP/s", "host", format="fp32", parallel=self.torch.get_num_threads()), rate)

    def round(self, seconds):
        """What is not held on and on: the other formats, and the memory of each accelerator."""
        if self.devices == 0:
            return
        for name, dtype, rounded in formats(self.torch):
            if name == "bf16":
                continue
            self.torch.backends.cuda.matmul.allow_tf32 = rounded
            troubles = on_each(self.devices, lambda device: self.one(name, dtype, device, seconds))
            if troubles:
                self.figures.note("Products in %s were not measured. %s" % (name, troubles[0]))
        for trouble in on_each(self.devices, lambda device: self.memory(device, seconds)):
            self.figures.note(trouble)

    def one(self, name, dtype, device, seconds):
        once, amount = product(self.torch, name, dtype, "cuda:%d" % device, 8192)
        rate = timed(once, amount, lambda: self.torch.cuda.synchronize(device), seconds)
        self.figures.add(key("matmul", "FLOP/s", "accelerator", format=name, device=device), rate)

    def memory(self, device, seconds):
        size = 1 << 30
        source = self.torch.empty(size, dtype=self.torch.uint8, device="cuda:%d" % device)
        target = self.torch.empty_like(source)
        rate = timed(lambda: target.copy_(source), 2 * size, lambda: self.torch.cuda.synchronize(device), seconds)
        self.figures.add(key("memory", "B/s", "accelerator", device=device), rate)


def collective(rank, world, address, port, backend, device, seconds):
    """One rank: all-reduce by message size. The first prints what each size gave."""
    import datetime
    import torch
    import torch.distributed as dist
    if backend == "nccl":
        torch.cuda.set_device(device)
        where = "cuda:%d" % device
        wait = torch.cuda.synchronize
    else:
        where, wait = "cpu", lambda: None
    dist.init_process_group(backend, init_method="tcp://%s:%d" % (address, port), rank=rank, world_size=world,
                            timeout=datetime.timedelta(seconds=2 * PATIENCE))
    rates = {}
    largest = 28 if backend == "nccl" else 24
    for power in range(10, largest + 1, 3):
        size = 1 << power
        tensor = torch.ones(size // 4, dtype=torch.float32, device=where)
        for _ in range(2):
            dist.all_reduce(tensor)
        wait()
        often = torch.ones(1, dtype=torch.int64, device=where)
        start = time.perf_counter()
        dist.all_reduce(tensor)
        wait()
        often[0] = max(1, min(2000, int(seconds / max(1e-6, time.perf_counter() - start))))
        dist.broadcast(often, 0)
        tensor.fill_(0)
        wait()
        start = time.perf_counter()
        for _ in range(int(often[0])):
            dist.all_reduce(tensor)
        wait()
        took = (time.perf_counter() - start) / int(often[0])
        rates[size] = 2 * (world - 1) / world * size / took
    dist.barrier()
    dist.destroy_process_group()
    print(json.dumps(rates), flush=True)


def collect(torch, figures, scope, ranks, world, first, address, port, seconds):
    devices = torch.cuda.device_count() if torch.cuda.is_available() else 0
    backend = "nccl" if devices > 0 else "gloo"
    told = workers([["collective", str(first + it), str(world), address, str(port), backend, str(it), str(seconds)]
                    for it in range(ranks)])
    if first == 0:
        for size, rate in json.loads(told[0]).items():
            figures.add(key("all-reduce", "B/s", scope, bytes=int(size), parallel=world), rate)


def free_port():
    server, port = listening("")
    server.close()
    return port


# ---------------------------------------------------------------- all of it


class Measurement:
    def __init__(self, arguments):
        self.arguments = arguments
        self.only = set(arguments.only.split(","))
        self.figures = Figures()
        self.watch = Watch(arguments.proc)
        self.progress = Progress(arguments.hold)
        self.torch = None
        self.rank = int(os.environ.get("NODE_RANK", "0") or 0)
        self.nodes = max(1, int(os.environ.get("NNODES", "1") or 1))
        self.gang = None
        self.disk = None
        self.compute = None
        # Processes that meet take seconds to start, so a short measurement has them once.
        self.collected = 3 if arguments.hold >= 60 else 1

    def guarded(self, what, work):
        """Reports a test that fails, and continues with the rest."""
        if what not in self.only:
            return
        try:
            work()
        except Exception as trouble:
            self.figures.skip(what, "%s: %s" % (type(trouble).__name__, (str(trouble).splitlines() or ["?"])[0]))
            self.only.discard(what)

    def run(self):
        start = time.monotonic()
        end = start + self.arguments.hold
        self.progress.tell("looking whether others use this machine")
        self.watch.accelerators()
        self.watch.look(min(2.0, max(0.3, self.arguments.hold / 30)))
        if "compute" in self.only or "collectives" in self.only:
            self.torch = torch_or_none(self.arguments, self.figures)
        try:
            self.begin()
            self.guarded("compute", lambda: self.torch and self.compute.held(0.35 * self.arguments.hold))
            self.rounds(end)
        finally:
            self.finish()
        return self.document(time.monotonic() - start)

    def begin(self):
        if self.torch:
            self.compute = Compute(self.torch, self.figures, self.progress)
        self.guarded("disk", self.lay)
        if self.nodes > 1:
            self.guarded("network", self.meet)

    def lay(self):
        self.progress.tell("writing the files that are read")
        folder = self.arguments.dir or os.environ.get("SLIPWAY_CHECKPOINT_DIR") or tempfile.gettempdir()
        self.disk = Disk(folder, self.arguments.size, self.arguments.jobs, self.figures)

    def meet(self):
        self.progress.tell("waiting for the other nodes")
        self.gang = Gang(self.rank, self.nodes, os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"]))

    def rounds(self, end):
        """As many as fit into the time, and three at least: fewer show no course."""
        seconds = max(0.2, min(1.5, self.arguments.hold / 60))
        turn = 0
        while True:
            start = time.monotonic()
            self.round(turn, seconds)
            turn += 1
            self.watch.look(0.3)
            now = time.monotonic()
            if turn == self.arguments.rounds or (
                    self.arguments.rounds == 0 and turn >= 3 and now + (now - start) > end):
                return

    def round(self, turn, seconds):
        self.progress.tell("round %d: memory, disk and network" % (turn + 1))
        self.guarded("memory", lambda: host_memory(self.figures, seconds))
        self.guarded("disk", lambda: self.disk and self.disk.measure(seconds, self.arguments.jobs))
        self.guarded("network", lambda: loopback(self.figures, seconds))
        self.guarded("compute", lambda: self.compute and self.compute.round(seconds))
        if self.compute and turn < self.collected:
            self.guarded("collectives", lambda: self.together(seconds))
        if self.gang and self.rank == 0:
            self.guarded("network", lambda: self.between(seconds, turn))

    def ranks(self):
        return self.compute.devices if self.compute.devices > 0 else min(2, cpus())

    def together(self, seconds):
        ranks = self.ranks()
        if ranks > 1:
            collect(self.torch, self.figures, "node", ranks, ranks, 0, "127.0.0.1", free_port(), seconds / 4)

    def between(self, seconds, turn):
        self.gang.network(self.figures, seconds, 1)
        self.gang.network(self.figures, seconds, 4)
        if self.compute and turn < self.collected:
            each = self.ranks()
            port = free_port()
            self.gang.all({"do": "collect", "port": port, "ranks": each, "seconds": seconds / 4})
            collect(self.torch, self.figures, "nodes", each, each * self.nodes, 0, self.gang.address, port, seconds / 4)
            for line in self.gang.lines.values():
                self.gang.hear(line)

    def answer(self, order):
        ranks = int(order["ranks"])
        collect(self.torch, self.figures, "nodes", ranks, ranks * self.nodes, ranks * self.rank, self.gang.address,
                int(order["port"]), float(order["seconds"]))

    def finish(self):
        if self.disk:
            self.disk.close()
        if not self.gang:
            return
        try:
            if self.rank == 0:
                self.gang.all({"do": "end"})
            else:
                self.progress.tell("answering the first node")
                self.gang.serve(self.answer)
        except Exception as trouble:
            self.figures.note("The nodes did not come to an end together: %s" % str(trouble)[:160])
        self.gang.close()

    def accelerators(self):
        if not self.compute or self.compute.devices == 0:
            return []
        found = [self.torch.cuda.get_device_properties(it) for it in range(self.compute.devices)]
        return [{"name": it.name[:100], "memory_bytes": it.total_memory} for it in found]

    def document(self, took):
        return {
            "format": FORMAT,
            "node": (self.arguments.node or os.environ.get("SLIPWAY_NODE_NAME") or platform.node() or "here")[:200],
            "rank": self.rank,
            "nodes": self.nodes,
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "held": round(took, 1),
            "machine": {
                "cpus": cpus(),
                "memory_bytes": memory_bytes(self.arguments.proc),
                "kernel": platform.release()[:100],
                "python": platform.python_version()[:50],
                "torch": str(self.torch.__version__)[:50] if self.torch else "",
                "accelerators": self.accelerators(),
            },
            "busy": self.watch.told(),
            "stolen": self.watch.stolen(),
            "figures": self.figures.told(),
            "skipped": self.figures.skipped,
            "notes": self.figures.notes,
        }


def worker(words):
    if words[0] == "copy":
        print(copying(float(words[1]), int(words[2])))
    elif words[0] == "send":
        sending(words[1], int(words[2]), float(words[3]), int(words[4]))
        print("sent")
    elif words[0] in ("read", "write"):
        disk = Disk.on(words[1], int(words[2]))
        print(disk.round(words[0] == "write", int(words[2]), DISK_BLOCK, float(words[3])))
    elif words[0] == "loopback":
        figures = Figures()
        loopback(figures, float(words[1]))
        print(figures.told()[0]["rounds"][0])
    elif words[0] == "collective":
        collective(int(words[1]), int(words[2]), words[3], int(words[4]), words[5], int(words[6]), float(words[7]))
    else:
        sys.exit("no such work: " + words[0])


def main(words):
    if words[:1] == ["worker"]:
        worker(words[1:])
        return
    # Told to stop, it still removes the files it wrote.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    document = Measurement(parsed(words)).run()
    print(MARK + json.dumps(document, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
