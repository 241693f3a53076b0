package slipway.surface.web.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;

/**
 * Executes a request with an idempotency key once, whatever its handler does: the answer is stored before it is sent,
 * and a repeated request gets the stored one, also after a restart. Refusals are not stored. A handler whose own commit
 * is stored under the key (see {@link RouteHandler#keyed}) is not asked here.
 */
public final class RepeatedRequests {

    private static final Logger LOG = LoggerFactory.getLogger(RepeatedRequests.class);
    private static final ProblemCode IN_PROGRESS =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "idempotency-key-in-progress",
                    "A request with the same idempotency key is still being executed.");

    private final Function<IdempotencyKey, Optional<String>> stored;
    private final Function<Commit, CompletableFuture<CommitResult>> store;
    private final Set<String> inProgress = ConcurrentHashMap.newKeySet();

    RepeatedRequests(
            Function<IdempotencyKey, Optional<String>> stored,
            Function<Commit, CompletableFuture<CommitResult>> store) {
        this.stored = stored;
        this.store = store;
    }

    public static RepeatedRequests in(Journal journal) {
        return new RepeatedRequests(journal::storedAnswer, journal::send);
    }

    /** Makes the answer of a request that is executed for the first time. */
    @FunctionalInterface
    interface Execution {
        byte[] answer() throws Exception;
    }

    /**
     * The body of an answer.
     *
     * @param repeated whether it is that of an earlier request
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answer(byte[] body, boolean repeated) {}

    Answer once(IdempotencyKey key, Execution execution) throws Exception {
        if (!inProgress.add(key.name())) {
            throw inProgress();
        }
        try {
            Optional<String> earlier = stored.apply(key);
            if (earlier.isPresent()) {
                return new Answer(earlier.get().getBytes(StandardCharsets.UTF_8), true);
            }
            byte[] body = execution.answer();
            store(key, body);
            return new Answer(body, false);
        } finally {
            inProgress.remove(key.name());
        }
    }

    /** The change is durable already, so a failure here is not one of the request. */
    private void store(IdempotencyKey key, byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        if (HttpExchange.containsToken(text)) {
            throw new IllegalStateException(
                    "A token is never stored: the handler of its route must be keyed");
        }
        Commit commit = Commit.of(List.of(), List.of());
        try {
            CommitResult _ = Journal.await(store.apply(commit.under(key).answering(text)));
        } catch (RuntimeException failed) {
            LOG.warn("An answer was not stored; the request would be executed again", failed);
        }
    }

    private static Problem inProgress() {
        return new Problem(
                IN_PROGRESS,
                "The request was not executed again.",
                "A request with this Idempotency-Key is still being executed.",
                "Repeat it in a moment to get its answer.");
    }
}
