package slipway.plan.reliability;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.catalog.StorageTier;

/**
 * The advised checkpoint interval of a run, and its consequences.
 *
 * @param goodput the share of the time that is useful work
 * @param goodputUnsaved the goodput without checkpoints
 * @param shares where the time goes
 */
public record CheckpointAdvice(
        CheckpointScenario scenario,
        InterruptionRate interruptions,
        Interval interval,
        SaveTime saveTime,
        Estimate<Double> goodput,
        Estimate<Double> goodputUnsaved,
        Shares shares,
        Storage storage) {

    /**
     * The work between two checkpoints.
     *
     * @param rounded the best round interval
     * @param steps the interval in steps; empty where the step time is unknown
     * @param best the work between two checkpoints that loses least
     * @param rules the intervals by Young's and Daly's rules
     */
    public record Interval(
            Duration rounded, OptionalLong steps, Estimate<Duration> best, Rules rules) {}

    /**
     * The time that one checkpoint takes.
     *
     * @param blocking how long one checkpoint blocks the accelerators
     * @param untilDurable how long until it is durable
     */
    public record SaveTime(Duration blocking, Duration untilDurable) {}

    /**
     * The storage that the checkpoints need, and tiers that have it.
     *
     * @param speed storage speed that all other figures assume
     * @param requiredSpeed the lowest storage speed, of all machines together, that costs at most 1 % of the time
     * @param tiers the result with each storage tier of the catalog, the fastest first
     */
    public record Storage(
            CheckpointScenario.Speed speed, Bytes requiredSpeed, List<TierFit> tiers) {

        public Storage {
            tiers = List.copyOf(tiers);
        }

        /** Whether the storage is as fast as required. */
        public boolean isFastEnough() {
            return speed.write().compareTo(requiredSpeed) >= 0;
        }
    }

    /** Young's rule of 1974 and Daly's of 2006. */
    public record Rules(Duration young, Duration daly) {}

    /**
     * Shares of the time, which add up to 1.
     *
     * @param redone work that is lost and repeated
     * @param downtime waiting for machines, and loading
     */
    public record Shares(double useful, double saving, double redone, double downtime) {}

    /**
     * @param speed write speed of all machines together
     * @param isFastEnough whether it is as fast as required
     */
    public record TierFit(
            StorageTier tier,
            Bytes speed,
            Duration interval,
            Duration blocking,
            double goodput,
            boolean isFastEnough) {

        public String name() {
            return tier.name();
        }

        public String provider() {
            return tier.provider();
        }

        /** The reach of the tier, in a word. */
        public String reach() {
            return tier.scope().label();
        }

        /** Age of the tier's price in days; empty where it is free. */
        public OptionalLong age(Instant now) {
            return tier.prices().perGigabyteMonth().isPresent()
                    ? OptionalLong.of(tier.ageInDays(now))
                    : OptionalLong.empty();
        }

        /** Whether its data is lost with its machine. */
        public boolean isLocal() {
            return tier.scope() == StorageTier.BandwidthScope.LOCAL;
        }
    }

    /** Bytes written in a month of 730.5 hours. */
    public Bytes writtenInMonth(Duration cadence) {
        double times = 730.5 * 3_600 / Math.max(1, cadence.toSeconds());
        return new Bytes(Math.round(times * scenario.size().total().count()));
    }
}
