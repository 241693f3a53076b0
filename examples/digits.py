"""Trains a digit classifier in some seconds on any machine with Python 3.8 or newer, without further packages.

    slipway run examples/digits.py
    slipway run examples/digits.py -f -- --epochs 60

It demonstrates the interface between a program and Slipway:
  - its output is the log: slipway logs -f digits
  - a line of JSON in the file SLIPWAY_PROGRESS reports progress: slipway ps
  - a file in the folder SLIPWAY_CHECKPOINT_DIR is a checkpoint, complete once it has its final name
  - SLIPWAY_RESUME_FROM names the newest checkpoint when the program resumes after an interruption
Without these variables the program runs unchanged.
"""

import argparse
import json
import math
import os
import random
import time

GLYPHS = """
.###. ..#.. .###. .###. ...#. ##### .###. ##### .###. .###.
#...# .##.. #...# #...# ..##. #.... #.... ....# #...# #...#
#...# ..#.. ....# ....# .#.#. #.... #.... ...#. #...# #...#
#...# ..#.. ...#. ..##. #..#. ####. ####. ..#.. .###. .####
#...# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# ....#
#...# ..#.. .#... #...# ...#. #...# #...# ..#.. #...# ....#
.###. .###. ##### .###. ...#. .###. .###. ..#.. .###. .###.
"""
WIDTH, HEIGHT, CLASSES = 9, 9, 10
PIXELS = WIDTH * HEIGHT


def glyphs():
    rows = [line.split() for line in GLYPHS.split("\n") if line]
    return [[row[digit] for row in rows] for digit in range(CLASSES)]


def image(glyph, generator):
    """One digit, shifted a little, with missing, faint and noisy pixels."""
    right, down = generator.randint(2, 3), generator.randint(1, 2)
    pixels = [max(0.0, generator.gauss(0.0, 0.2)) for _ in range(PIXELS)]
    for y, row in enumerate(glyph):
        for x, ink in enumerate(row):
            if ink == "#" and generator.random() > 0.12:
                pixels[(y + down) * WIDTH + x + right] = 0.6 + 0.4 * generator.random()
    return pixels


def dataset(size, generator):
    shapes = glyphs()
    return [(image(shapes[i % CLASSES], generator), i % CLASSES) for i in range(size)]


def probabilities(weights, pixels):
    scores = [sum(w * p for w, p in zip(row, pixels)) + row[PIXELS] for row in weights]
    top = max(scores)
    powers = [math.exp(score - top) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def learn(weights, pixels, digit, rate):
    """One gradient step on the cross-entropy. Returns the loss before the step."""
    predicted = probabilities(weights, pixels)
    for label, row in enumerate(weights):
        wrong = rate * (predicted[label] - (1.0 if label == digit else 0.0))
        for i, pixel in enumerate(pixels):
            row[i] -= wrong * pixel
        row[PIXELS] -= wrong
    return -math.log(max(predicted[digit], 1e-12))


def accuracy(weights, samples):
    right = 0
    for pixels, digit in samples:
        predicted = probabilities(weights, pixels)
        right += predicted.index(max(predicted)) == digit
    return right / len(samples)


def report(epoch, epochs, loss):
    """Appends a line; Slipway reads the last one."""
    file = os.environ.get("SLIPWAY_PROGRESS")
    if file:
        with open(file, "a") as progress:
            progress.write(json.dumps({"step": epoch, "total": epochs, "loss": round(loss, 4)}) + "\n")


def save(epoch, weights):
    """Writes a temporary file and renames it, so that an interruption leaves no partial checkpoint."""
    folder = os.environ.get("SLIPWAY_CHECKPOINT_DIR")
    if folder:
        path = os.path.join(folder, "epoch-%04d.json" % epoch)
        with open(path + ".tmp", "w") as checkpoint:
            json.dump({"epoch": epoch, "weights": weights}, checkpoint)
        os.replace(path + ".tmp", path)


def resume():
    """Returns the epoch and weights of the newest checkpoint, or initial ones."""
    path = os.environ.get("SLIPWAY_RESUME_FROM")
    if path:
        with open(path) as checkpoint:
            state = json.load(checkpoint)
        print("Going on after epoch %d, from %s." % (state["epoch"], os.path.basename(path)), flush=True)
        return state["epoch"], state["weights"]
    return 0, [[0.0] * (PIXELS + 1) for _ in range(CLASSES)]


def main():
    parser = argparse.ArgumentParser(description="Learns to read digits.")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    generator = random.Random(options.seed)
    train, test = dataset(1500, generator), dataset(500, generator)
    done, weights = resume()
    print("Learning from %d pictures of digits, in %d epochs." % (len(train), options.epochs), flush=True)
    started = time.time()
    for epoch in range(done + 1, options.epochs + 1):
        random.Random(options.seed + epoch).shuffle(train)
        loss = sum(learn(weights, pixels, digit, options.rate) for pixels, digit in train) / len(train)
        print("epoch %3d   loss %.4f   reads %.1f %% of new digits" % (epoch, loss, 100 * accuracy(weights, test)), flush=True)
        report(epoch, options.epochs, loss)
        save(epoch, weights)
    print("Done in %.1f s." % (time.time() - started), flush=True)


if __name__ == "__main__":
    main()
