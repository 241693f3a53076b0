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
 * Waits until a commit is durable. After a timeout the client receives a problem and can retry, instead of waiting
 * forever.
 */
public final class CommitWait {

    static final ProblemCode ANSWER_LATE =
            new ProblemCode(
                    ProblemKind.OUTSIDE,
                    "answer-late",
                    503,
                    "It is unknown whether a change was written; the disk or the database is slow.");

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private CommitWait() {}

    /** The result of a commit, once it is durable. */
    @com.google.errorprone.annotations.CanIgnoreReturnValue
    public static CommitResult await(
            CompletableFuture<CommitResult> answer, AuthorizedRequest<?> request) {
        return await(TIMEOUT, answer, request.details().key().isPresent());
    }

    /** The same for any other result. */
    public static <T> T awaitAny(CompletableFuture<T> answer, AuthorizedRequest<?> request) {
        return await(TIMEOUT, answer, request.details().key().isPresent());
    }

    static <T> T await(Duration timeout, CompletableFuture<T> answer, boolean keyed) {
        try {
            return Journal.await(answer.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS));
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
                "It is unknown whether the change was made.",
                "The disk or the database did not answer in time.",
                keyed
                        ? "Repeat the request with the same key: it is executed once."
                        : "Check whether it was made before you repeat it; use an Idempotency-Key.");
    }
}
