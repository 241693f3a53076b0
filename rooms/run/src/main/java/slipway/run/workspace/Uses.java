package slipway.run.workspace;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Sampled;
import slipway.run.workspace.Idleness.Picture;
import slipway.run.workspace.Idleness.Verdict;

/**
 * When each workspace was last used: somebody typed or clicked in it, or it computes. What is remembered is gone with
 * the server. The next one takes each for just used, so it never stops one too early.
 */
public final class Uses {

    /** Percent of an accelerator's time. */
    private static final int WORKS = 5;

    /** Thousandths of a processor. */
    private static final int BUSY = 100;

    /** Far more between two looks, or less than nothing: the clock was set, or the machine slept. */
    private static final Duration LONGEST_GAP = Duration.ofMinutes(2);

    private final Map<AttemptId, Use> uses = new ConcurrentHashMap<>();

    /**
     * @param looked when it was looked at last
     * @param stops when it is stopped if nobody uses it until then; not known before the next look
     */
    private record Use(
            Instant used,
            Instant looked,
            Optional<Instant> warned,
            Optional<Sampled> sample,
            Optional<Instant> stops) {

        static Use first(Instant now) {
            return new Use(now, now, Optional.empty(), Optional.empty(), Optional.empty());
        }

        Use used(Instant now) {
            return new Use(now, looked, warned, sample, Optional.empty());
        }

        /** What was a minute ago still is, whatever the clock says. */
        Use at(Instant now) {
            Duration gap = Duration.between(looked, now);
            Duration over = gap.minus(LONGEST_GAP);
            Duration jump = gap.isNegative() ? gap : over.isNegative() ? Duration.ZERO : over;
            return new Use(used.plus(jump), now, warned.map(at -> at.plus(jump)), sample, stops);
        }

        Use judged(Verdict verdict) {
            Optional<Instant> at =
                    switch (verdict.step()) {
                        case WARN -> Optional.of(looked);
                        case TAKE_BACK -> Optional.empty();
                        case NOTHING, STOP -> warned;
                    };
            return new Use(used, looked, at, sample, Optional.of(verdict.stops()));
        }

        Use sampled(Sampled newest) {
            boolean works = sample.filter(before -> isBusy(before, newest)).isPresent();
            return new Use(works ? looked : used, looked, warned, Optional.of(newest), stops);
        }
    }

    /** A person uses it now. */
    public void touch(AttemptId attempt, Instant now) {
        uses.compute(attempt, (_, use) -> use == null ? Use.first(now) : use.used(now));
    }

    /**
     * Looks at one that runs.
     *
     * @param idle it may go unused for so long
     */
    public Verdict look(
            AttemptId attempt,
            Optional<Sampled> sample,
            Duration idle,
            Optional<Instant> keptUntil,
            Instant now) {
        Use looked =
                uses.compute(
                        attempt,
                        (_, before) -> {
                            Use use = before == null ? Use.first(now) : before.at(now);
                            return sample.map(use::sampled).orElse(use);
                        });
        Verdict verdict =
                Idleness.of(new Picture(now, looked.used(), idle, keptUntil, looked.warned()));
        uses.computeIfPresent(attempt, (_, use) -> use.judged(verdict));
        return verdict;
    }

    /** Whether its owner is to be warned now. */
    public boolean isWarned(AttemptId attempt) {
        return Optional.ofNullable(uses.get(attempt)).flatMap(Use::warned).isPresent();
    }

    /** When it was last used, as far as this server knows. */
    public Optional<Instant> used(AttemptId attempt) {
        return Optional.ofNullable(uses.get(attempt)).map(Use::used);
    }

    /** When it is stopped if nobody uses it until then, as of the last look. */
    public Optional<Instant> stops(AttemptId attempt) {
        return Optional.ofNullable(uses.get(attempt)).flatMap(Use::stops);
    }

    /** Of all others nothing need be remembered. */
    public void remember(Set<AttemptId> present) {
        uses.keySet().retainAll(present);
    }

    /** An accelerator that is shared says nothing of who works on it; whoever does uses a processor too. */
    private static boolean isBusy(Sampled before, Sampled newest) {
        long wall = Duration.between(before.at(), newest.at()).toMillis();
        long cpu = newest.cpu().minus(before.cpu()).toMillis();
        boolean computes = wall > 0 && cpu * 1_000 / wall > BUSY;
        return computes
                || newest.gpus().stream()
                        .anyMatch(
                                gpu ->
                                        gpu.utilisation()
                                                .filter(percent -> percent > WORKS)
                                                .isPresent());
    }
}
