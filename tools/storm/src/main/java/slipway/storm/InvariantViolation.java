package slipway.storm;

import java.util.function.Supplier;

/**
 * Something that must never happen has happened. An error, so that nobody on the way takes it for a fault of
 * the sky.
 */
public final class InvariantViolation extends AssertionError {

    private static final long serialVersionUID = 1L;

    public InvariantViolation(String what) {
        super(what);
    }

    public static void unless(boolean holds, Supplier<String> what) {
        if (!holds) {
            throw new InvariantViolation(what.get());
        }
    }
}
