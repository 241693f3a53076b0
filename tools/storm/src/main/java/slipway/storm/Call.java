package slipway.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import slipway.base.Problem;
import slipway.base.ProblemKind;
import slipway.journal.CommitResult;
import slipway.journal.IdempotencyKey;

/**
 * One request of one client, and what the client knows about it. A request with a key is sent again, to the server
 * that is available, until there is an answer; one without a key is sent once.
 */
final class Call {

    private final String id;
    private final Optional<IdempotencyKey> key;
    private final Function<Server, CompletableFuture<CommitResult>> sending;
    private final List<Server> asked = new ArrayList<>();
    private boolean unanswered;
    private boolean refused;
    private boolean denied;
    private Optional<CommitResult> answer = Optional.empty();

    Call(
            String id,
            Optional<IdempotencyKey> key,
            Function<Server, CompletableFuture<CommitResult>> sending) {
        this.id = id;
        this.key = key;
        this.sending = sending;
    }

    void send(Server server, StormRun stormRun) {
        asked.add(server);
        refused = false;
        var _ =
                sending.apply(server)
                        .whenComplete(
                                (commitResult, problem) ->
                                        stormRun.guarded(
                                                () ->
                                                        receive(
                                                                server,
                                                                stormRun,
                                                                commitResult,
                                                                problem)));
    }

    private void receive(
            Server server,
            StormRun stormRun,
            @Nullable CommitResult commitResult,
            @Nullable Throwable problem) {
        if (server.dead() || !asked.remove(server)) {
            return;
        }
        stormRun.durableEvents().readNew();
        if (commitResult != null) {
            acknowledged(stormRun, commitResult);
        } else {
            refused(server, stormRun, cause(problem));
        }
    }

    private void acknowledged(StormRun stormRun, CommitResult commitResult) {
        stormRun.trace(
                () -> id + " is acknowledged at " + commitResult.seq() + repeated(commitResult));
        InvariantViolation.unless(
                stormRun.durableEvents().lastOf(id) == commitResult.seq(),
                () ->
                        "%s was acknowledged at event %d; the journal has it at %d"
                                .formatted(
                                        id,
                                        commitResult.seq(),
                                        stormRun.durableEvents().lastOf(id)));
        answer.ifPresent(
                first ->
                        InvariantViolation.unless(
                                first.answer().equals(commitResult.answer()),
                                () -> id + " was answered " + first + " and then " + commitResult));
        answer = Optional.of(commitResult);
        stormRun.tally().acknowledged++;
    }

    private static String repeated(CommitResult commitResult) {
        return commitResult.repeated() ? " again" : "";
    }

    private static Problem cause(@Nullable Throwable thrown) {
        Throwable cause = thrown;
        while (cause != null && !(cause instanceof Problem)) {
            cause = cause.getCause();
        }
        if (cause instanceof Problem problem) {
            return problem;
        }
        throw new InvariantViolation("A refusal that is no problem: " + thrown);
    }

    private void refused(Server server, StormRun stormRun, Problem problem) {
        stormRun.trace(() -> id + " is refused by " + server + ": " + problem.code().name());
        stormRun.tally().refused++;
        InvariantViolation.unless(
                problem.kind() != ProblemKind.BUG,
                () -> id + " met a bug: " + problem.getMessage());
        if (problem.code().name().equals("outcome-unknown")) {
            unanswered = true;
            return;
        }
        refused = asked.isEmpty();
        InvariantViolation.unless(
                unanswered
                        || answer.isPresent()
                        || !asked.isEmpty()
                        || stormRun.durableEvents().lastOf(id) == 0,
                () ->
                        "%s was refused (%s) and is in the journal at %d"
                                .formatted(
                                        id,
                                        problem.code().name(),
                                        stormRun.durableEvents().lastOf(id)));
        if (answer.isEmpty() && !StormRun.isTransient(problem)) {
            InvariantViolation.unless(
                    stormRun.durableEvents().lastOf(id) == 0,
                    () ->
                            id
                                    + " was refused by its room ("
                                    + problem.what()
                                    + ") after it was done");
            denied = true;
        }
    }

    Optional<IdempotencyKey> key() {
        return key;
    }

    /** Another call uses the same key: exactly one of the two takes effect. */
    Call duplicate() {
        unanswered = true;
        return this;
    }

    /** The connection and the answer are lost. */
    void lose(Server server) {
        if (asked.removeIf(one -> one == server)) {
            unanswered = true;
        }
    }

    /** The client stops waiting; its request may still take effect. */
    void disconnect() {
        unanswered |= !asked.isEmpty();
        asked.clear();
    }

    boolean waiting() {
        return !asked.isEmpty();
    }

    /** Whether a client would send it again now. */
    boolean wantsRetry() {
        return key.isPresent() && answer.isEmpty() && !denied && asked.isEmpty();
    }

    boolean settled() {
        return answer.isPresent() || denied || (key.isEmpty() && asked.isEmpty());
    }

    void checkAtRest(DurableEventLog durableEventLog) {
        long there = durableEventLog.lastOf(id);
        answer.ifPresent(
                commitResult ->
                        InvariantViolation.unless(
                                commitResult.seq() == there,
                                () ->
                                        "%s was answered %s and is at %d"
                                                .formatted(id, commitResult, there)));
        InvariantViolation.unless(
                !refused || unanswered || answer.isPresent() || there == 0,
                () -> id + " was refused and happened later, at " + there);
    }

    @Override
    public String toString() {
        return id;
    }
}
