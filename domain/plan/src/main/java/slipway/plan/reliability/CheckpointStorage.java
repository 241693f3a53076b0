package slipway.plan.reliability;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import slipway.base.Bytes;
import slipway.catalog.StorageTier;
import slipway.plan.reliability.CheckpointScenario.Speed;

/** The storage speed that checkpoints require, and the tiers of the catalog that reach it. */
final class CheckpointStorage {

    /** Storage is fast enough when a faster one would save at most this share of the time. */
    private static final double ACCEPTED_LOSS = 0.01;

    private final CheckpointScenario checkpointScenario;
    private final double rate;

    /**
     * @param rate failures per second
     */
    CheckpointStorage(CheckpointScenario checkpointScenario, double rate) {
        this.checkpointScenario = checkpointScenario;
        this.rate = rate;
    }

    /** The lowest speed that costs at most 1 % of the time, rounded up to two digits. */
    Bytes requiredSpeed() {
        double most =
                CheckpointCost.goodput(checkpointScenario, Speed.of(new Bytes(1)), rate).ceiling();
        double low = 0; // logarithms: a byte a second, and more than any storage has
        double high = 18;
        while (high - low > 1e-4) {
            double middle = (low + high) / 2;
            double goodput = goodputAt(new Bytes(Math.round(Math.pow(10, middle))));
            high = goodput >= most - ACCEPTED_LOSS ? middle : high;
            low = goodput >= most - ACCEPTED_LOSS ? low : middle;
        }
        var exact = BigDecimal.valueOf(Math.pow(10, high));
        return new Bytes(exact.round(new MathContext(2, RoundingMode.CEILING)).longValue());
    }

    private double goodputAt(Bytes speed) {
        Goodput goodput = CheckpointCost.goodput(checkpointScenario, Speed.of(speed), rate);
        return goodput.goodput(Math.min(CheckpointInterval.MAX_SECONDS, goodput.bestInterval()));
    }

    /** The result with each tier, the fastest first. */
    List<CheckpointAdvice.TierFit> fits(List<StorageTier> tiers, Bytes required) {
        return tiers.stream()
                .map(tier -> fit(tier, required))
                .sorted(Comparator.comparing(CheckpointAdvice.TierFit::speed).reversed())
                .toList();
    }

    private CheckpointAdvice.TierFit fit(StorageTier tier, Bytes required) {
        int machines = checkpointScenario.machines().count();
        Bytes write = tier.writeBandwidth(machines);
        var speed = new Speed(tier.name(), write, tier.readBandwidth(machines));
        Goodput goodput = CheckpointCost.goodput(checkpointScenario, speed, rate);
        double interval = CheckpointInterval.choose(checkpointScenario, goodput);
        return new CheckpointAdvice.TierFit(
                tier,
                write,
                Seconds.duration(interval),
                Seconds.duration(goodput.blocking()),
                goodput.goodput(interval),
                write.compareTo(required) >= 0);
    }
}
