package slipway.run;

import java.time.Duration;
import slipway.testkit.Gen;

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

    static final Gen<Fate> ANY =
            choices ->
                    new Fate(
                            Gen.choice(Kind.values()).draw(choices),
                            Gen.ints(0, 12).draw(choices),
                            Gen.ints(0, 5).draw(choices),
                            Duration.ofMillis(Gen.ints(0, 90_000).draw(choices)));
}
