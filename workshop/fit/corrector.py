"""What the measured neighbours say about the physical model's error: a Gaussian process on log(measured / predicted).

The likeness of two rows is a sum of parts, each a strength times how much the two have in common. Far from every measured
row the correction falls to zero and the interval grows to the prior's."""
import numpy as np
from scipy.linalg import cho_factor, cho_solve, solve_triangular
from scipy.optimize import minimize

CLASSES = ["framework", "generation", "dtype", "model"]
NUMBERS = ["hidden", "seq", "tokens", "n", "tp", "pp", "ep", "again", "micros", "full", "release"]
STRENGTHS = ["framework", "machine", "framework x machine", "model", "model x machine", "near", "same model near"]
NOISES = ["fsdp", "megatron", "bridge", "mlperf", "tpu", "rest"]
NOISE_OF = {"fsdp": 0, "megatron": 1, "zero3": 1, "bridge": 2, "nemo": 3, "mlperf": 3, "tpu": 4}
START = np.log([0.15, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1] + [2.0] * len(NUMBERS) + [1.0] + [0.03, 0.05, 0.05, 0.05, 0.05, 0.1])
WIDTH = np.array([0.7] * len(STRENGTHS) + [0.7] * len(NUMBERS) + [0.7] + [0.5] * len(NOISES))


def features(q, framework, generation, model, release):
    """Twelve numbers and names of one row; numbers in doublings."""
    log = lambda v: np.log2(max(v, 1.0))
    return ([framework, generation, q["dtype"], model],
            [log(q["hidden"]), log(q["seq"]), log(q["mbs"] * q["seq"] / q["cp"]), log(q["n"]) / 2, log(q["tp"]),
             log(q["pp"]), log(q["ep"]), 3 * q["again"] + q["ckpt"], log(q["micros"]) / 2, 3 * min(q["full"], 1.2), release])


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

    def learn(self, residual, h=None, rounds=40):
        """Strengths and lengths by marginal likelihood with a weak prior."""
        parts = self.common(self)
        n = len(residual)

        def cost(h):
            K = self.likeness(parts, h)
            K[np.diag_indices(n)] += self.noise(h)
            try:
                factor = cho_factor(K, lower=True, overwrite_a=True)
            except np.linalg.LinAlgError:
                return 1e9
            a = cho_solve(factor, residual)
            return 0.5 * residual @ a + np.log(np.diag(factor[0])).sum() + 0.5 * (((h - START) / WIDTH) ** 2).sum()

        h = START if h is None else h
        found = minimize(cost, h, method="L-BFGS-B", options=dict(maxiter=rounds, maxfun=rounds * 40))
        return found.x

    def factor(self, h):
        K = self.likeness(self.common(self), h)
        K[np.diag_indices(len(K))] += self.noise(h)
        return np.linalg.cholesky(K)

    def correct(self, residual, h, other):
        """Mean and standard deviation of the log error for the rows of `other`."""
        L = self.factor(h)
        k = self.likeness(other.common(self), h)
        half = solve_triangular(L, k.T, lower=True)
        mean = half.T @ solve_triangular(L, residual, lower=True)
        own = np.exp(2 * h[:7]).sum() + other.noise(h)
        return mean, np.sqrt(own - (half ** 2).sum(0))
