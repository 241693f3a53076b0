package slipway.run.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import slipway.run.engine.AttemptId;
import slipway.run.engine.UsageSample;
import slipway.run.observe.IdleDetector.Limits;
import slipway.run.observe.IdleDetector.Observation;
import slipway.run.observe.IdleDetector.Verdict;

/**
 * Tracks when each workspace was last used, by a person's input or by its computing, and when each job last used one
 * of its accelerators, if its team stops idle jobs. This is lost with the server: the next one considers each as just
 * used, so it never stops one too early.
 */
public final class ActivityTracker {

    /** Percent of an accelerator's time above which a workspace counts as used. */
    private static final int WORKS = 5;

    /** Thousandths of a CPU above which a workspace counts as used. */
    private static final int BUSY = 100;

    /** A longer time between two observations, or a negative one, means that the clock was set or the machine slept. */
    private static final Duration LONGEST_GAP = Duration.ofMinutes(2);

    private final Map<AttemptId, Use> uses = new ConcurrentHashMap<>();

    /**
     * @param observedAt when it was last judged
     * @param judged the observation that it was judged by; empty before the first
     */
    private record Use(
            Instant lastUsed,
            Instant observedAt,
            Optional<Instant> warned,
            Optional<UsageSample> sample,
            Optional<Observation> judged) {

        static Use first(Instant now) {
            return new Use(now, now, Optional.empty(), Optional.empty(), Optional.empty());
        }

        Use lastUsed(Instant now) {
            return new Use(now, observedAt, warned, sample, judged);
        }

        /** Shifts all times along with a jump of the clock. */
        Use at(Instant now) {
            Duration gap = Duration.between(observedAt, now);
            Duration over = gap.minus(LONGEST_GAP);
            Duration jump = gap.isNegative() ? gap : over.isNegative() ? Duration.ZERO : over;
            return new Use(
                    lastUsed.plus(jump), now, warned.map(at -> at.plus(jump)), sample, judged);
        }

        Use judged(Observation by, Verdict verdict) {
            Optional<Instant> at =
                    switch (verdict.action()) {
                        case WARN -> Optional.of(observedAt);
                        case WITHDRAW_WARNING -> Optional.empty();
                        case NOTHING, STOP -> warned;
                    };
            return new Use(lastUsed, observedAt, at, sample, Optional.of(by));
        }

        /** Use withdraws a warning at once, although the owner learns of it only at the next judgement. */
        Optional<Instant> stopsAt() {
            return judged.map(
                            by -> {
                                boolean usedSince = lastUsed.isAfter(by.lastUsed());
                                Optional<Instant> warning = usedSince ? Optional.empty() : warned;
                                Instant at = usedSince ? lastUsed : observedAt;
                                return new Observation(
                                        at, lastUsed, by.limits(), by.exemptUntil(), warning);
                            })
                    .map(observation -> IdleDetector.of(observation).stopsAt());
        }

        Use sampled(UsageSample newest) {
            return working(sample.filter(before -> isBusy(before, newest)).isPresent(), newest);
        }

        private Use working(boolean works, UsageSample newest) {
            return new Use(
                    works ? observedAt : lastUsed, observedAt, warned, Optional.of(newest), judged);
        }

        /** If there is no recent sample, or utilization cannot be measured, it counts as used. */
        Use held(Optional<UsageSample> newest) {
            return newest.filter(seen -> !seen.at().plus(LONGEST_GAP).isBefore(observedAt))
                    .map(seen -> working(!allIdle(seen), seen))
                    .orElseGet(() -> lastUsed(observedAt));
        }
    }

    /** Records that a person uses it now. */
    public void recordUse(AttemptId attempt, Instant now) {
        uses.compute(attempt, (_, use) -> use == null ? Use.first(now) : use.lastUsed(now));
    }

    /** Judges a running workspace. */
    Verdict observeWorkspace(
            AttemptId attempt,
            Optional<UsageSample> sample,
            Limits limits,
            Optional<Instant> exemptUntil,
            Instant now) {
        uses.compute(
                attempt,
                (_, before) -> {
                    Use use = before == null ? Use.first(now) : before.at(now);
                    return sample.map(use::sampled).orElse(use);
                });
        return judge(attempt, limits, exemptUntil, now);
    }

    /** Judges a running job that holds accelerators. One accelerator that works is enough to count as used. */
    Verdict observeJob(
            AttemptId attempt,
            Optional<UsageSample> sample,
            Limits limits,
            Optional<Instant> exemptUntil,
            Instant now) {
        uses.compute(
                attempt,
                (_, before) -> (before == null ? Use.first(now) : before.at(now)).held(sample));
        return judge(attempt, limits, exemptUntil, now);
    }

    private Verdict judge(
            AttemptId attempt, Limits limits, Optional<Instant> exemptUntil, Instant now) {
        Use use = uses.getOrDefault(attempt, Use.first(now));
        var observation = new Observation(now, use.lastUsed(), limits, exemptUntil, use.warned());
        Verdict verdict = IdleDetector.of(observation);
        uses.computeIfPresent(attempt, (_, known) -> known.judged(observation, verdict));
        return verdict;
    }

    /** Whether its owner is warned now. */
    public boolean isWarned(AttemptId attempt) {
        return Optional.ofNullable(uses.get(attempt)).flatMap(Use::warned).isPresent();
    }

    /** When it was last used, as far as this server knows. */
    public Optional<Instant> lastUsed(AttemptId attempt) {
        return Optional.ofNullable(uses.get(attempt)).map(Use::lastUsed);
    }

    /** When it is stopped if it is not used until then; empty before it was judged for the first time. */
    public Optional<Instant> stopsAt(AttemptId attempt) {
        return Optional.ofNullable(uses.get(attempt)).flatMap(Use::stopsAt);
    }

    /** Stops tracking this attempt. */
    public void forget(AttemptId attempt) {
        uses.remove(attempt);
    }

    /** Drops what is known of all other attempts. */
    public void retain(Set<AttemptId> present) {
        uses.keySet().retainAll(present);
    }

    private static boolean allIdle(UsageSample sample) {
        return !sample.gpus().isEmpty()
                && sample.gpus().stream().allMatch(gpu -> gpu.utilization().equals(Optional.of(0)));
    }

    /** The utilization of a shared accelerator cannot be attributed; a workspace that computes uses CPU time too. */
    private static boolean isBusy(UsageSample before, UsageSample newest) {
        long wall = Duration.between(before.at(), newest.at()).toMillis();
        long cpu = newest.cpu().minus(before.cpu()).toMillis();
        boolean computes = wall > 0 && cpu * 1_000 / wall > BUSY;
        return computes
                || newest.gpus().stream()
                        .anyMatch(
                                gpu ->
                                        gpu.utilization()
                                                .filter(percent -> percent > WORKS)
                                                .isPresent());
    }
}
