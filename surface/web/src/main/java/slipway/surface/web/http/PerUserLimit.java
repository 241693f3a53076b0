package slipway.surface.web.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.UserId;

/** How many streams each person has open, so that one cannot take the places of all others. */
public final class PerUserLimit {

    static final int MOST = 100;

    private static final ProblemCode TOO_MANY =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "too-many-streams",
                    "One person follows too many things at the same time.");

    private final Map<UserId, Integer> open = new ConcurrentHashMap<>();

    /** A place, given back when it is closed. */
    public interface Permit extends AutoCloseable {
        @Override
        void close();
    }

    public Permit acquire(UserId who) {
        if (open.merge(who, 1, Integer::sum) > MOST) {
            release(who);
            throw new Problem(
                    TOO_MANY,
                    "You follow %d things already.".formatted(MOST),
                    "Each takes a connection of the server for as long as it is open.",
                    "End a slipway logs -f or close a page, and try again.");
        }
        return () -> release(who);
    }

    private void release(UserId who) {
        open.computeIfPresent(who, (_, count) -> count == 1 ? null : count - 1);
    }
}
