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
 * When each workspace was last used: somebody typed or clicked in it, or it computes; and when each job last used one
 * of its accelerators, where its team stops those that do not. What is remembered is gone with the server. The next one
 * takes each for just used, so it never stops one too early.
 */
public final class ActivityTracker {

    /** Percent of an accelerator's time. */
    private static final int WORKS = 5;

    /** Thousandths of a processor. */
    private static final int BUSY = 100;

    /** Far more between two looks, or less than nothing: the clock was set, or the machine slept. */
    private static final Duration LONGEST_GAP = Duration.ofMinutes(2);

    private final Map<AttemptId, Use> uses = new ConcurrentHashMap<>();

    /**
     * @param observedAt when it was last judged
     * @param judged what it was judged by; empty before the first time
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

        /** What was a minute ago still is, whatever the clock says. */
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

        /** Use takes a warning back at once, although the owner hears of it only when it is judged again. */
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

        /** What nobody has seen lately, or nobody can tell, counts as use. */
        Use held(Optional<UsageSample> newest) {
            return newest.filter(seen -> !seen.at().plus(LONGEST_GAP).isBefore(observedAt))
                    .map(seen -> working(!allIdle(seen), seen))
                    .orElseGet(() -> lastUsed(observedAt));
        }
    }

    /** A person uses it now. */
    public void recordUse(AttemptId attempt, Instant now) {
        uses.compute(attempt, (_, use) -> use == null ? Use.first(now) : use.lastUsed(now));
    }

    /** Looks at a workspace that runs. */
    public Verdict observeWorkspace(
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

    /** Looks at a job that runs, and holds accelerators. One of them that works is enough. */
    public Verdict observeJob(
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
        Use looked = uses.getOrDefault(attempt, Use.first(now));
        var observation =
                new Observation(now, looked.lastUsed(), limits, exemptUntil, looked.warned());
        Verdict verdict = IdleDetector.of(observation);
        uses.computeIfPresent(attempt, (_, use) -> use.judged(observation, verdict));
        return verdict;
    }

    /** Whether its owner is to be warned now. */
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

    /** Nobody asks any more whether it is used. */
    public void forget(AttemptId attempt) {
        uses.remove(attempt);
    }

    /** Of all others nothing need be remembered. */
    public void retain(Set<AttemptId> present) {
        uses.keySet().retainAll(present);
    }

    private static boolean allIdle(UsageSample sample) {
        return !sample.gpus().isEmpty()
                && sample.gpus().stream().allMatch(gpu -> gpu.utilization().equals(Optional.of(0)));
    }

    /** An accelerator that is shared says nothing of who works on it; whoever does uses a processor too. */
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
