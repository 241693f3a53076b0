package slipway.identity;

import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import slipway.base.Problem;

/** Returns the problem of a call that a test expects to be refused. */
final class Refused {

    private Refused() {}

    static Problem refused(ThrowingCallable attempt) {
        Throwable thrown = org.assertj.core.api.Assertions.catchThrowable(attempt);
        if (thrown instanceof CompletionException wrapped && wrapped.getCause() != null) {
            thrown = wrapped.getCause();
        }
        if (thrown instanceof Problem problem) {
            return problem;
        }
        throw new AssertionError("The call was not refused with a problem", thrown);
    }
}
