package slipway.schedule.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import slipway.base.TeamId;

/**
 * A team with its quotas, limits and weight.
 *
 * @param parent its quota is part of that team's
 * @param quotas by type of accelerator; {@link #ANY} holds for all types together
 * @param weight its part when everybody wants more than there is
 */
public record TeamQuotas(
        TeamId id,
        Optional<TeamId> parent,
        Map<String, Quota> quotas,
        double weight,
        DecayedUsage usage) {

    public static final String ANY = "*";

    public TeamQuotas {
        quotas = Map.copyOf(quotas);
        if (!(weight > 0)) {
            throw new IllegalArgumentException("A team's weight is above 0, not " + weight);
        }
    }

    public static TeamQuotas of(TeamId id) {
        return new TeamQuotas(id, Optional.empty(), Map.of(), 1, DecayedUsage.NONE);
    }

    public TeamQuotas withParent(TeamId other) {
        return new TeamQuotas(id, Optional.of(other), quotas, weight, usage);
    }

    public TeamQuotas withQuota(String type, Quota quota) {
        var more = new java.util.HashMap<>(quotas);
        more.put(type, quota);
        return new TeamQuotas(id, parent, more, weight, usage);
    }

    /** Whether there is anything that it may not have, however much is free. */
    public boolean isLimited() {
        return quotas.values().stream().anyMatch(quota -> quota.limit().isPresent());
    }

    public TeamQuotas usage(DecayedUsage other) {
        return new TeamQuotas(id, parent, quotas, weight, other);
    }

    /**
     * Both in thousandths of accelerators.
     *
     * @param guarantee its own whenever it wants it
     * @param limit never more than this, borrowed included; none means all there is
     * @param wholeNodes the guarantee is kept as whole nodes
     */
    public record Quota(int guarantee, OptionalInt limit, boolean wholeNodes) {

        public static Quota of(int accelerators) {
            return new Quota(accelerators * Node.Devices.WHOLE, OptionalInt.empty(), false);
        }

        public Quota withLimit(int accelerators) {
            return new Quota(
                    guarantee, OptionalInt.of(accelerators * Node.Devices.WHOLE), wholeNodes);
        }

        public Quota inWholeNodes() {
            return new Quota(guarantee, limit, true);
        }
    }

    /**
     * What it had, old use counting less.
     *
     * @param acceleratorSeconds accelerator-seconds, decayed up to {@code at}
     */
    public record DecayedUsage(double acceleratorSeconds, Instant at) {

        public static final DecayedUsage NONE = new DecayedUsage(0, Instant.EPOCH);

        /**
         * The usage at a later instant: half of what was used a half-life before counts, plus what was allocated since.
         */
        public DecayedUsage advancedTo(Instant now, Duration halfLife, int allocatedThousandths) {
            double elapsed = Math.max(0, Duration.between(at, now).toMillis() / 1e3);
            double left = StrictMath.exp(-elapsed / timeConstant(halfLife));
            double used =
                    acceleratorSeconds * left
                            + allocatedThousandths / 1e3 * timeConstant(halfLife) * (1 - left);
            return new DecayedUsage(used, now);
        }

        /** The accelerators that the team used on average, recent use counting more. */
        public double average(Duration halfLife) {
            return acceleratorSeconds / timeConstant(halfLife);
        }

        /** The time constant of the exponential decay, in seconds. */
        private static double timeConstant(Duration halfLife) {
            return halfLife.toMillis() / 1e3 / StrictMath.log(2);
        }
    }
}
