package slipway.surface.web.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.journal.CommitResult;
import slipway.journal.Journal;

/**
 * How long a request waits for the disk. A client that waits for ever learns nothing; one that knows it is not known
 * can ask again.
 */
public final class CommitWait {

    static final ProblemCode ANSWER_LATE =
            new ProblemCode(
                    ProblemKind.OUTSIDE,
                    "answer-late",
                    503,
                    "It is not known yet whether a change was written; the disk or the database is slow.");

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private CommitWait() {}

    /** What was written, once it is durable. */
    @com.google.errorprone.annotations.CanIgnoreReturnValue
    public static CommitResult await(
            CompletableFuture<CommitResult> answer, AuthorizedRequest<?> authorizedRequest) {
        return await(TIMEOUT, answer, authorizedRequest.details().key().isPresent());
    }

    /** The same for an answer that is more than what was written. */
    public static <T> T awaitAny(
            CompletableFuture<T> answer, AuthorizedRequest<?> authorizedRequest) {
        return await(TIMEOUT, answer, authorizedRequest.details().key().isPresent());
    }

    static <T> T await(Duration longest, CompletableFuture<T> answer, boolean keyed) {
        try {
            return Journal.await(answer.orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS));
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                throw timedOut(keyed).causedBy(e);
            }
            throw e;
        }
    }

    private static Problem timedOut(boolean keyed) {
        return new Problem(
                ANSWER_LATE,
                "It is not known yet whether the change was made.",
                "The disk or the database has not answered in time.",
                keyed
                        ? "Send it again with the same key: it is done once."
                        : "Look whether it was before you send it again; with an Idempotency-Key it is done once.");
    }
}
