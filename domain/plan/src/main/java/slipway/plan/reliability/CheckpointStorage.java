package slipway.plan.reliability;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import slipway.base.Bytes;
import slipway.catalog.StorageTier;
import slipway.plan.reliability.CheckpointScenario.Speed;

/** How fast storage has to be for a run's checkpoints, and which of the catalog is. */
final class CheckpointStorage {

    /** Storage is fast enough when a faster one would win no more than this share of the time. */
    private static final double WORTH = 0.01;

    private final CheckpointScenario checkpointScenario;
    private final double rate;

    /**
     * @param rate failures in a second
     */
    CheckpointStorage(CheckpointScenario checkpointScenario, double rate) {
        this.checkpointScenario = checkpointScenario;
        this.rate = rate;
    }

    /** The least speed that costs no more of the time than a hundredth, to two figures, rounded up. */
    Bytes needed() {
        double most =
                CheckpointCost.goodput(checkpointScenario, Speed.of(new Bytes(1)), rate).ceiling();
        double low = 0; // logarithms: a byte a second, and more than any storage has
        double high = 18;
        while (high - low > 1e-4) {
            double middle = (low + high) / 2;
            double reached = reached(new Bytes(Math.round(Math.pow(10, middle))));
            high = reached >= most - WORTH ? middle : high;
            low = reached >= most - WORTH ? low : middle;
        }
        var exact = BigDecimal.valueOf(Math.pow(10, high));
        return new Bytes(exact.round(new MathContext(2, RoundingMode.CEILING)).longValue());
    }

    private double reached(Bytes speed) {
        Goodput goodput = CheckpointCost.goodput(checkpointScenario, Speed.of(speed), rate);
        return goodput.at(Math.min(CheckpointInterval.LONGEST, goodput.best()));
    }

    /** The fastest first. */
    List<CheckpointAdvice.Fit> of(List<StorageTier> tiers, Bytes needed) {
        return tiers.stream()
                .map(tier -> fit(tier, needed))
                .sorted(Comparator.comparing(CheckpointAdvice.Fit::speed).reversed())
                .toList();
    }

    private CheckpointAdvice.Fit fit(StorageTier tier, Bytes needed) {
        int machines = checkpointScenario.machines();
        Bytes write = tier.writeBandwidth(machines);
        var speed = new Speed(tier.name(), write, tier.readBandwidth(machines));
        Goodput goodput = CheckpointCost.goodput(checkpointScenario, speed, rate);
        double every = CheckpointInterval.of(checkpointScenario, goodput);
        return new CheckpointAdvice.Fit(
                tier,
                write,
                Seconds.duration(every),
                Seconds.duration(goodput.blocks()),
                goodput.at(every),
                write.compareTo(needed) >= 0);
    }
}
