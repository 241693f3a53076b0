"""What the measured neighbours say about the physical model's error: a Gaussian process on log(measured / predicted).

The likeness of two rows is a sum of parts, each a strength times how much the two have in common. Far from every
measured row the correction falls to zero and the interval grows to the prior's."""
import numpy as np
from scipy.linalg import solve_triangular
from scipy.optimize import minimize

CLASSES = ["framework", "generation", "dtype", "model"]
NUMBERS = ["hidden", "seq", "tokens", "n", "tp", "pp", "ep", "again", "micros", "full", "release"]
STRENGTHS = ["framework", "machine", "framework x machine", "model", "model x machine", "near", "same model near"]
NOISES = ["fsdp", "megatron", "bridge", "mlperf", "tpu", "rest"]
NOISE_OF = {"fsdp": 0, "megatron": 1, "zero3": 1, "bridge": 2, "nemo": 3, "mlperf": 3, "tpu": 4}
START = np.log([0.15] + [0.1] * 6 + [2.0] * len(NUMBERS) + [1.0] + [0.03, 0.05, 0.05, 0.05, 0.05, 0.1])
WIDTH = np.array([0.7] * len(STRENGTHS) + [0.7] * len(NUMBERS) + [0.7] + [0.5] * len(NOISES))


def features(q, framework, generation, model, release):
    """Twelve numbers and names of one row; numbers in doublings."""
    log = lambda v: np.log2(max(v, 1.0))
    return ([framework, generation, q["dtype"], model],
            [log(q["hidden"]), log(q["seq"]), log(q["mbs"] * q["seq"] / q["cp"]), log(q["n"]) / 2, log(q["tp"]),
             log(q["pp"]), log(q["ep"]), 3 * q["again"] + q["ckpt"], log(q["micros"]) / 2,
             3 * min(q["full"], 1.2), release])


class Corrector:
    def __init__(self, names, numbers):
        self.names, self.numbers = np.array(names, dtype=object), np.array(numbers, dtype=float)
        self.noise_class = np.array([NOISE_OF.get(f, 5) for f in self.names[:, 0]])

    def common(self, other):
        same = [self.names[:, i][:, None] == other.names[:, i][None, :] for i in range(4)]
        framework, machine, model = same[0], same[1] & same[2], same[3]
        gaps = (self.numbers[:, None, :] - other.numbers[None, :, :]) ** 2
        return framework, same[1], machine, model, gaps

    @staticmethod
    def likeness(parts, h):
        framework, generation, machine, model, gaps = parts
        s = np.exp(2 * h[:7])
        k = len(NUMBERS)
        far = gaps @ np.exp(-2 * h[7:7 + k])
        near = np.exp(-0.5 * far)
        close = np.exp(-0.5 * far * np.exp(-2 * h[7 + k]))
        return (s[0] * framework + s[1] * machine + s[2] * (framework & machine) + s[3] * model
                + s[4] * (model & generation) + s[5] * framework * near + s[6] * (model & framework) * close)

    def noise(self, h):
        return np.exp(2 * h[-len(NOISES):])[self.noise_class]

    def learn(self, residual, groups, h=None, rounds=20, extra=None):
        """Strengths and lengths that predict best what is kept out, a row or a group at a time (in closed form)."""
        parts, n = self.common(self), len(residual)
        blocks = [np.flatnonzero(groups == g) for g in np.unique(groups)]

        def cost(h):
            try:
                error, deviation = self.kept_out(residual, self.matrix(parts, h, extra), blocks)
            except np.linalg.LinAlgError:
                return 1e9
            heavy = 2.5 * np.log1p((error / deviation) ** 2 / 4) + np.log(deviation)  # Student's t, 4 degrees
            return 0.5 * heavy.sum() + 0.5 * (((h - START) / WIDTH) ** 2).sum()

        options = dict(maxiter=rounds, maxfun=rounds * 45)
        return minimize(cost, START if h is None else h, method="L-BFGS-B", options=options).x

    def matrix(self, parts, h, extra=None):
        K = self.likeness(parts, h)
        K[np.diag_indices(len(K))] += self.noise(h) * (1 if extra is None else extra)
        return K

    @staticmethod
    def kept_out(residual, K, blocks):
        """Errors and deviations of each row kept out alone, then of each row kept out with its group."""
        inverse = np.linalg.inv(K)
        a, d = inverse @ residual, np.diag(inverse)
        error, deviation = np.empty(2 * len(a)), np.empty(2 * len(a))
        error[:len(a)], deviation[:len(a)] = a / d, 1 / np.sqrt(np.maximum(d, 1e-12))
        for block in blocks:
            own = np.linalg.inv(inverse[np.ix_(block, block)])
            error[len(a) + block], deviation[len(a) + block] = own @ a[block], np.sqrt(np.maximum(np.diag(own), 1e-12))
        return error, deviation

    def outliers(self, residual, h):
        """How much more than its class each row's noise is: rows that their own neighbours contradict count less."""
        K = self.matrix(self.common(self), h)
        error, deviation = self.kept_out(residual, K, [])
        z = error[:len(residual)] / deviation[:len(residual)]
        return np.maximum(1.0, (z / 2) ** 2)

    def factor(self, h, extra=None):
        return np.linalg.cholesky(self.matrix(self.common(self), h, extra))

    def correct(self, residual, h, other, extra=None):
        """Mean and standard deviation of the log error for the rows of `other`."""
        L = self.factor(h, extra)
        k = self.likeness(other.common(self), h)
        half = solve_triangular(L, k.T, lower=True)
        mean = half.T @ solve_triangular(L, residual, lower=True)
        own = np.exp(2 * h[:7]).sum() + other.noise(h)
        return mean, np.sqrt(own - (half ** 2).sum(0))
