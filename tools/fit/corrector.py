"""What the measured neighbours say about the physical model's error: a Gaussian process on log(measured / predicted).

The likeness of two rows is a sum of parts, each a strength times how much the two have in common. Far from every
measured row the correction falls to zero and the interval grows to the prior's."""
import numpy as np
from scipy.linalg import solve_triangular
from scipy.optimize import minimize

CLASSES = ["framework", "generation", "dtype", "model"]
NUMBERS = ["hidden", "seq", "tokens", "n", "tp", "pp", "ep", "again", "micros", "full", "release"]
STRENGTHS = ["framework", "machine", "framework x machine", "model", "model x machine", "near", "same model near"]
NOISES = ["fsdp", "megatron", "bridge", "mlperf", "tpu", "rest", "experts"]
NOISE_OF = {"fsdp": 0, "megatron": 1, "zero3": 1, "bridge": 2, "nemo": 3, "mlperf": 3, "tpu": 4}
START = np.log([0.15] + [0.1] * 6 + [2.0] * len(NUMBERS) + [1.0] + [0.03, 0.05, 0.05, 0.05, 0.05, 0.1, 0.1])
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
        # How experts are reached changes with every release: such rows scatter three times as much as dense ones.
        self.noise_class = np.array([6 if model.endswith("e") else NOISE_OF.get(framework, 5)
                                     for framework, model in self.names[:, [0, 3]]])

    def common(self, other):
        same = [self.names[:, i][:, None] == other.names[:, i][None, :] for i in range(4)]
        gaps = (self.numbers[:, None, :] - other.numbers[None, :, :]) ** 2
        return same[0], same[1], same[1] & same[2], same[3], gaps

    @staticmethod
    def alike(parts, h):
        """What each strength is multiplied by, and the distance."""
        framework, generation, machine, model, gaps = parts
        k = len(NUMBERS)
        far = gaps @ np.exp(-2 * h[7:7 + k])
        near = np.exp(-0.5 * far)
        close = np.exp(-0.5 * far * np.exp(-2 * h[7 + k]))
        return [framework, machine, framework & machine, model, model & generation, framework * near,
                (model & framework) * close], far

    @staticmethod
    def likeness(parts, h):
        return sum(s * part for s, part in zip(np.exp(2 * h[:7]), Corrector.alike(parts, h)[0]))

    def noise(self, h):
        return np.exp(2 * h[-len(NOISES):])[self.noise_class]

    def learn(self, residual, groups, h=None, rounds=20, extra=None):
        """Strengths and lengths that predict best what is kept out, a row or a group at a time (in closed form)."""
        parts = self.common(self)
        blocks = [np.flatnonzero(groups == g) for g in np.unique(groups)]

        def cost(h):
            try:
                value, pull = self.surprise(residual, np.linalg.inv(self.matrix(parts, h, extra)), blocks)
            except np.linalg.LinAlgError:
                return 1e9, np.zeros_like(h)
            slope = self.slope(parts, h, pull, extra)
            return 0.5 * value + 0.5 * (((h - START) / WIDTH) ** 2).sum(), 0.5 * slope + (h - START) / WIDTH ** 2

        return minimize(cost, START if h is None else h, jac=True, method="L-BFGS-B", options=dict(maxiter=rounds)).x

    @staticmethod
    def surprise(residual, inverse, blocks):
        """Minus the logarithm of Student's density (4 degrees) of all that is kept out, and its slope by the matrix."""
        a, d = inverse @ residual, np.maximum(np.diag(inverse), 1e-12)
        heavy = 1 + a ** 2 / d / 4
        value = (2.5 * np.log(heavy) - 0.5 * np.log(d)).sum()
        by_a = 1.25 * a / d / heavy
        by_inverse = np.diag(-0.625 * (a / d) ** 2 / heavy - 0.5 / d)
        for block in blocks:
            at = np.ix_(block, block)
            own = np.linalg.inv(inverse[at])
            e, v = own @ a[block], np.maximum(np.diag(own), 1e-12)
            heavy = 1 + e ** 2 / v / 4
            value += (2.5 * np.log(heavy) + 0.5 * np.log(v)).sum()
            by_e = own @ (1.25 * e / v / heavy)
            by_a[block] += by_e
            by_inverse[at] -= np.outer(by_e, e) + (own * (0.5 / v - 0.625 * (e / v) ** 2 / heavy)) @ own
        return value, -inverse @ (by_inverse + np.outer(by_a, residual)) @ inverse

    def slope(self, parts, h, pull, extra):
        """What `pull`, the slope by the matrix, means for each strength, length and noise."""
        (alike, far), k = self.alike(parts, h), len(NUMBERS)
        each = [s * pull * part for s, part in zip(np.exp(2 * h[:7]), alike)]
        strengths = [2 * part.sum() for part in each]
        by_close = each[6] * np.exp(-2 * h[7 + k])
        lengths = np.exp(-2 * h[7:7 + k]) * np.tensordot(each[5] + by_close, parts[-1], 2)
        noise = 2 * np.diag(pull) * self.noise(h) * (1 if extra is None else extra)
        return np.r_[strengths, lengths, (by_close * far).sum(), np.bincount(self.noise_class, noise, len(NOISES))]

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
