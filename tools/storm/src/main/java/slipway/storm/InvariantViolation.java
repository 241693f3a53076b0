package slipway.storm;

import java.util.function.Supplier;

/** An invariant is broken. It is an error, so that no handler on the way takes it for an injected fault. */
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
