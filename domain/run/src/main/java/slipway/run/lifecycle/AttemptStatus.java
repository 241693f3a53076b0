package slipway.run.lifecycle;

import java.time.Instant;
import java.util.Optional;
import slipway.run.attempt.JobProgress;
import slipway.run.engine.UsageSample;

/**
 * The current status of an attempt.
 *
 * @param cpuThousandths thousandths of CPUs that were busy between the last two samples
 * @param progress the newest progress that the job reported
 * @param expectedEnd when it will have done its last step at its recent pace
 * @param hung why the attempt is considered hung, in a sentence
 * @param idle since when it holds accelerators without using them
 */
public record AttemptStatus(
        Optional<UsageSample> sample,
        Optional<Long> cpuThousandths,
        Optional<JobProgress> progress,
        Optional<Instant> expectedEnd,
        Optional<String> hung,
        Optional<Idle> idle) {

    /**
     * @param because in a sentence
     */
    public record Idle(Instant since, String because) {}

    public AttemptStatus idle(Idle other) {
        return new AttemptStatus(
                sample, cpuThousandths, progress, expectedEnd, hung, Optional.of(other));
    }

    public static final AttemptStatus UNKNOWN =
            new AttemptStatus(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
}
