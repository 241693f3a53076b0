package slipway.run.observe;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.JobProgress;
import slipway.run.attempt.StepHistory;
import slipway.run.attempt.StepRecord;
import slipway.run.engine.AttemptId;

/** Writes down when attempts reach their steps. What the server before wrote is read once, and gone on from. */
public final class StepRecorder {

    private static final Duration OFTEN = Duration.ofMinutes(5);
    private static final Duration SELDOM = Duration.ofMinutes(1);

    /** The first and the newest line of an attempt. */
    private record Ends(StepRecord first, StepRecord last) {}

    private final Map<AttemptId, Optional<Ends>> known = new ConcurrentHashMap<>();

    /** Which of what is said counts. */
    public enum Which {
        /** What has moved, in the first minutes, and then once a minute. */
        SOME,
        /** Whatever has moved: of a pilot, and of what has ended. */
        EVERY
    }

    /** It said this then. */
    public void said(AttemptDirectory directory, JobProgress jobProgress, Instant at, Which which) {
        StepRecord stepRecord = StepRecord.of(jobProgress, at);
        known.compute(
                directory.id(),
                (_, before) ->
                        next(
                                directory,
                                before == null ? ends(directory) : before,
                                stepRecord,
                                which));
    }

    private static Optional<Ends> ends(AttemptDirectory directory) {
        StepHistory stepHistory = directory.marks();
        return stepHistory.last().map(last -> new Ends(stepHistory.all().getFirst(), last));
    }

    private static Optional<Ends> next(
            AttemptDirectory directory, Optional<Ends> ends, StepRecord stepRecord, Which which) {
        boolean due = ends.map(it -> isDue(it, stepRecord, which)).orElse(true);
        if (!due) {
            return ends;
        }
        try {
            directory.mark(stepRecord);
        } catch (IOException e) {
            // A full disk costs the line, not the look.
            LoggerFactory.getLogger(StepRecorder.class)
                    .debug("Steps of {} could not be written", directory.id(), e);
        }
        return Optional.of(new Ends(ends.map(Ends::first).orElse(stepRecord), stepRecord));
    }

    private static boolean isDue(Ends ends, StepRecord next, Which which) {
        boolean moved = next.differs(ends.last) && next.at().isAfter(ends.last.at());
        boolean early = next.at().isBefore(ends.first.at().plus(OFTEN));
        boolean seldom = !ends.last.at().plus(SELDOM).isAfter(next.at());
        return moved && (which == Which.EVERY || early || seldom);
    }

    /** Of all others nothing need be remembered. */
    public void remember(Set<AttemptId> present) {
        known.keySet().retainAll(present);
    }
}
