package slipway.identity;

import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import slipway.base.Problem;

/** For tests that expect to be refused. */
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
        throw new AssertionError("This was to be refused with a problem", thrown);
    }
}
