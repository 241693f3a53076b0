package slipway.run;

import java.time.Instant;
import java.util.Optional;
import slipway.run.attempt.Progress;
import slipway.run.engine.Sampled;

/**
 * How an attempt is at the moment.
 *
 * @param cpus thousandths of processors that were busy between the last two samples
 * @param progress what it last said of how far it is
 * @param ends when it will have done its last step, going on as it did of late
 * @param hung why it is taken to be stuck, in a sentence
 * @param idle that it holds accelerators without using them
 */
public record Vitals(
        Optional<Sampled> sample,
        Optional<Long> cpus,
        Optional<Progress> progress,
        Optional<Instant> ends,
        Optional<String> hung,
        Optional<Idle> idle) {

    /**
     * @param because in a sentence
     */
    public record Idle(Instant since, String because) {}

    Vitals idle(Idle other) {
        return new Vitals(sample, cpus, progress, ends, hung, Optional.of(other));
    }

    static final Vitals UNKNOWN =
            new Vitals(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
}
