package slipway.run.lifecycle;

import java.time.Duration;
import slipway.testkit.Generator;

/**
 * A random step, drawn before its workload is chosen.
 *
 * @param which selects the workload among those it can apply to, counted from the oldest, modulo their number
 * @param number further randomness
 * @param later the time that passes before it
 */
record RandomStep(Kind kind, int which, int number, Duration later) {

    enum Kind {
        SUBMIT,
        SUBMIT_ARRAY,
        SUBMIT_NEEDING,
        START,
        LAUNCHED,
        SUCCEEDED,
        FAILED,
        LOST,
        NOT_LAUNCHED,
        CANCEL,
        PREEMPT,
        MOVE,
        SAVED,
        METERED,
        REPEATED,
        DRAIN,
        RANK
    }

    static final Generator<RandomStep> ANY =
            choices ->
                    new RandomStep(
                            Generator.choice(Kind.values()).draw(choices),
                            Generator.ints(0, 12).draw(choices),
                            Generator.ints(0, 5).draw(choices),
                            Duration.ofMillis(Generator.ints(0, 90_000).draw(choices)));
}
