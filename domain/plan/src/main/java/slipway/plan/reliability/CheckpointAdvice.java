package slipway.plan.reliability;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.catalog.StorageTier;

/**
 * How often a run should save, and what that comes to.
 *
 * @param speed of the storage that all other figures are for
 * @param best the work between two checkpoints that loses least
 * @param rules what the usual rules say instead
 * @param every the nearest to it that people write
 * @param steps the same in steps; empty where nobody said how long one takes
 * @param blocks how long one checkpoint keeps the accelerators waiting
 * @param written how long until it is durable
 * @param goodput the share of the time in which the run gets on
 * @param unsaved the same if the run saved nothing until its end
 * @param shares where the time goes
 * @param needed the least speed of the storage, all machines together, that costs no more than a hundredth of the time
 * @param tiers what each tier of the catalog would make of it, the fastest first
 */
public record CheckpointAdvice(
        CheckpointScenario question,
        CheckpointScenario.Speed speed,
        InterruptionRate interruptions,
        Estimate<Duration> best,
        Rules rules,
        Duration every,
        OptionalLong steps,
        Duration blocks,
        Duration written,
        Estimate<Double> goodput,
        Estimate<Double> unsaved,
        Shares shares,
        Bytes needed,
        List<Fit> tiers) {

    public CheckpointAdvice {
        tiers = List.copyOf(tiers);
    }

    /** Young's rule of 1974 and Daly's of 2006. */
    public record Rules(Duration young, Duration daly) {}

    /**
     * They add up to 1.
     *
     * @param again work that was done, lost, and is done once more
     * @param down waiting for a place, and loading
     */
    public record Shares(double useful, double saving, double again, double down) {}

    /**
     * @param speed of so many machines together
     * @param reaches whether it is as fast as needed
     */
    public record Fit(
            StorageTier tier,
            Bytes speed,
            Duration every,
            Duration blocks,
            double goodput,
            boolean reaches) {

        public String name() {
            return tier.name();
        }

        public String provider() {
            return tier.provider();
        }

        /** Who reaches it, in a word. */
        public String reach() {
            return tier.scope().label();
        }

        /** Days since somebody listed its price; empty where nothing is asked for it by itself. */
        public OptionalLong age(Instant now) {
            return tier.perGigabyteMonth().isPresent()
                    ? OptionalLong.of(tier.ageInDays(now))
                    : OptionalLong.empty();
        }

        /** Whether it is gone with its machine. */
        public boolean isLocal() {
            return tier.scope() == StorageTier.BandwidthScope.LOCAL;
        }
    }

    /** Whether the storage is as fast as needed. */
    public boolean reaches() {
        return speed.write().compareTo(needed) >= 0;
    }

    /** Bytes that are written in a month of 730.5 hours. */
    public Bytes writtenInMonth(Duration cadence) {
        double times = 730.5 * 3_600 / Math.max(1, cadence.toSeconds());
        return new Bytes(Math.round(times * question.saved().all().count()));
    }
}
