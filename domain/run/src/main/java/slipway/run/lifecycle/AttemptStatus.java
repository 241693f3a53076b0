package slipway.run.lifecycle;

import java.time.Instant;
import java.util.Optional;
import slipway.run.attempt.JobProgress;
import slipway.run.engine.UsageSample;

/**
 * How an attempt is at the moment.
 *
 * @param cpuThousandths thousandths of processors that were busy between the last two samples
 * @param progress what it last said of how far it is
 * @param expectedEnd when it will have done its last step, going on as it did of late
 * @param hung why it is taken to be stuck, in a sentence
 * @param idle that it holds accelerators without using them
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
