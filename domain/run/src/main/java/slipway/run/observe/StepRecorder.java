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

/** Records when attempts reach their steps. Reads the records of a previous server once and appends to them. */
public final class StepRecorder {

    private static final Duration ALL_STEPS_FOR = Duration.ofMinutes(5);
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /** The first and the newest record of an attempt. */
    private record FirstAndLast(StepRecord first, StepRecord last) {}

    private final Map<AttemptId, Optional<FirstAndLast>> known = new ConcurrentHashMap<>();

    /** Which reports are recorded. */
    public enum Detail {
        /** Each new step in the first minutes, then one a minute. */
        SAMPLED,
        /** Each new step: of a pilot, and at the end of an attempt. */
        ALL
    }

    /** Records that the attempt reported this progress at that time. */
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
            // A full disk loses the record, but does not stop the reconciler.
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

    /** Drops what is known of all other attempts. */
    public void retain(Set<AttemptId> present) {
        known.keySet().retainAll(present);
    }
}
