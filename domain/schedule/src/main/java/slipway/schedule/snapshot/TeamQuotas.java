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
 * @param parent the team whose quota contains this one's
 * @param quotas by accelerator type; {@link #ANY} applies to all types together
 * @param weight its fair share in relation to other teams
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

    /** Whether the team has a limit. */
    public boolean isLimited() {
        return quotas.values().stream().anyMatch(quota -> quota.limit().isPresent());
    }

    public TeamQuotas usage(DecayedUsage other) {
        return new TeamQuotas(id, parent, quotas, weight, other);
    }

    /**
     * A guarantee and a limit, in thousandths of accelerators.
     *
     * @param guarantee what the team can always use
     * @param limit the most it may use, borrowed accelerators included; empty means no limit
     * @param wholeNodes whether the guarantee is in whole nodes
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
     * The recent use of a team: older use counts less.
     *
     * @param acceleratorSeconds accelerator-seconds, decayed to {@code at}
     */
    public record DecayedUsage(double acceleratorSeconds, Instant at) {

        public static final DecayedUsage NONE = new DecayedUsage(0, Instant.EPOCH);

        /** The usage at a later instant: use a half-life ago counts half, and what was allocated since is added. */
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
