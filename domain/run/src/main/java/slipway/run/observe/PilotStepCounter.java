package slipway.run.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import slipway.base.text.Format;
import slipway.run.attempt.JobProgress.Doing;
import slipway.run.lifecycle.PilotVerdict;
import slipway.spec.workload.PilotSpec;

/** Counts the steps of one pilot. A job that counts from 0 again in every epoch has still done the earlier steps. */
final class PilotStepCounter {

    private static final Set<Doing> BETWEEN = Set.of(Doing.SAVE, Doing.EVALUATE);

    private final PilotSpec pilotSpec;
    private Optional<Long> last = Optional.empty();
    private Optional<Doing> doing = Optional.empty();
    private Instant moved;
    private long steps;

    PilotStepCounter(PilotSpec pilotSpec, Instant now) {
        this.pilotSpec = pilotSpec;
        this.moved = now;
    }

    /** Records that the pilot is at this step. */
    void atStep(long step, Instant now) {
        if (!last.equals(Optional.of(step))) {
            steps += Math.max(0, step - last.orElse(step));
            last = Optional.of(step);
            moved = now;
        }
    }

    void nowDoing(Optional<Doing> what) {
        doing = what;
    }

    /** Whether no step was reported. */
    boolean hasNoSteps() {
        return last.isEmpty() || steps == 0;
    }

    /** The verdict so far; it waits for a save or an evaluation in progress. */
    Optional<PilotVerdict> verdict(Instant now) {
        if (steps >= pilotSpec.steps() && doing.filter(BETWEEN::contains).isEmpty()) {
            return Optional.of(
                    new PilotVerdict(
                            true, "It was a pilot, and has done %s.".formatted(stepsText(steps))));
        }
        boolean waits = moved.plus(pilotSpec.patience()).isAfter(now);
        return waits ? Optional.empty() : Optional.of(new PilotVerdict(false, silence()));
    }

    private String silence() {
        String time = Format.duration(pilotSpec.patience());
        if (last.isEmpty()) {
            return ("It was a pilot, and reported no step for %s. Have its script write one line with each step:"
                            + " open(os.environ[\"SLIPWAY_PROGRESS\"], \"a\").write(f'{{\"step\": {step},"
                            + " \"total\": {total}}}\\n'). If it only takes long to begin, give it time: pilot:"
                            + " {patience: %s}.")
                    .formatted(time, longerPatience(pilotSpec.patience()));
        }
        return "It was a pilot, and reported nothing new for %s after step %s, when it had done %s."
                .formatted(time, Format.count(last.get()), stepsText(steps));
    }

    private static String longerPatience(Duration patience) {
        return 2 * patience.toMinutes() > 0 ? 2 * patience.toMinutes() + "m" : "30m";
    }

    private static String stepsText(long steps) {
        return steps == 1 ? "1 step" : Format.count(steps) + " steps";
    }
}
