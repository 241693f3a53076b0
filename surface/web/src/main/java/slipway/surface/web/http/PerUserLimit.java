package slipway.surface.web.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.UserId;

/** Limits the number of streams of a user, of all kinds together, so that one user cannot block all others. */
final class PerUserLimit {

    static final int MAX_STREAMS = 100;

    private static final ProblemCode TOO_MANY =
            ProblemCode.of(
                    ProblemKind.RATE, "too-many-streams", "The user has too many open streams.");

    private final Map<UserId, Integer> open = new ConcurrentHashMap<>();

    /** A permit that is released when it is closed. */
    interface Permit extends AutoCloseable {
        @Override
        void close();
    }

    Permit acquire(UserId user) {
        if (open.merge(user, 1, Integer::sum) > MAX_STREAMS) {
            release(user);
            throw new Problem(
                    TOO_MANY,
                    "You have %d open streams.".formatted(MAX_STREAMS),
                    "This is the maximum per user, because each uses a connection.",
                    "Stop a slipway logs -f or close a page, then try again.");
        }
        return () -> release(user);
    }

    private void release(UserId user) {
        open.computeIfPresent(user, (_, count) -> count == 1 ? null : count - 1);
    }
}
