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

    private static final Duration ALL_STEPS_FOR = Duration.ofMinutes(5);
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /** The first and the newest line of an attempt. */
    private record FirstAndLast(StepRecord first, StepRecord last) {}

    private final Map<AttemptId, Optional<FirstAndLast>> known = new ConcurrentHashMap<>();

    /** Which of what is said counts. */
    public enum Detail {
        /** What has moved, in the first minutes, and then once a minute. */
        SAMPLED,
        /** Whatever has moved: of a pilot, and of what has ended. */
        ALL
    }

    /** It said this then. */
    public void record(
            AttemptDirectory directory, JobProgress jobProgress, Instant at, Detail detail) {
        StepRecord stepRecord = StepRecord.of(jobProgress, at);
        known.compute(
                directory.id(),
                (_, before) ->
                        next(
                                directory,
                                before == null ? firstAndLast(directory) : before,
                                stepRecord,
                                detail));
    }

    private static Optional<FirstAndLast> firstAndLast(AttemptDirectory directory) {
        StepHistory stepHistory = directory.stepHistory();
        return stepHistory
                .last()
                .map(last -> new FirstAndLast(stepHistory.records().getFirst(), last));
    }

    private static Optional<FirstAndLast> next(
            AttemptDirectory directory,
            Optional<FirstAndLast> firstAndLast,
            StepRecord stepRecord,
            Detail detail) {
        boolean due = firstAndLast.map(it -> isDue(it, stepRecord, detail)).orElse(true);
        if (!due) {
            return firstAndLast;
        }
        try {
            directory.recordStep(stepRecord);
        } catch (IOException e) {
            // A full disk costs the line, not the look.
            LoggerFactory.getLogger(StepRecorder.class)
                    .debug("Steps of {} could not be written", directory.id(), e);
        }
        return Optional.of(
                new FirstAndLast(
                        firstAndLast.map(FirstAndLast::first).orElse(stepRecord), stepRecord));
    }

    private static boolean isDue(FirstAndLast firstAndLast, StepRecord next, Detail detail) {
        boolean moved =
                next.differs(firstAndLast.last) && next.at().isAfter(firstAndLast.last.at());
        boolean early = next.at().isBefore(firstAndLast.first.at().plus(ALL_STEPS_FOR));
        boolean seldom = !firstAndLast.last.at().plus(INTERVAL).isAfter(next.at());
        return moved && (detail == Detail.ALL || early || seldom);
    }

    /** Of all others nothing need be remembered. */
    public void retain(Set<AttemptId> present) {
        known.keySet().retainAll(present);
    }
}
