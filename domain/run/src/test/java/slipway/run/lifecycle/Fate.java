package slipway.run.lifecycle;

import java.time.Duration;
import slipway.testkit.Generator;

/**
 * Something that happens, drawn before it is known to whom.
 *
 * @param which of those to whom it can happen, counted from the oldest and round again
 * @param number what else it depends on
 * @param later so much time has passed before it
 */
record Fate(Kind kind, int which, int number, Duration later) {

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

    static final Generator<Fate> ANY =
            choices ->
                    new Fate(
                            Generator.choice(Kind.values()).draw(choices),
                            Generator.ints(0, 12).draw(choices),
                            Generator.ints(0, 5).draw(choices),
                            Duration.ofMillis(Generator.ints(0, 90_000).draw(choices)));
}
