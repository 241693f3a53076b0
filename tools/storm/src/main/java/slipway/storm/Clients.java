package slipway.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.EventDraft;
import slipway.journal.IdempotencyKey;
import slipway.journal.JournalStream;
import slipway.journal.table.RowChange;
import slipway.journal.table.Table;

/** All clients with their requests and the answers. */
final class Clients {

    private static final Table<Counter.Count> UNDECLARED =
            Table.of("storm_undeclared", Counter.Count.class, "kind");

    private final StormRun stormRun;
    private final StormRandom stormRandom;
    private final List<Call> calls = new ArrayList<>();

    Clients(StormRun stormRun, StormRandom stormRandom) {
        this.stormRun = stormRun;
        this.stormRandom = stormRandom;
    }

    void ask() {
        int room = stormRandom.below(stormRun.modules().size());
        String id = "call-" + ++stormRun.tally().calls;
        Call call = ModuleInstance.call(stormRun.modules().get(room), room, id, stormRandom);
        send(call);
        call.key()
                .filter(_ -> stormRandom.chance(50))
                .ifPresent(idempotencyKey -> sendDuplicate(call, idempotencyKey));
    }

    /** Another client uses the key of a module's request for a note. */
    private void sendDuplicate(Call call, IdempotencyKey idempotencyKey) {
        call.duplicate();
        EventDraft note =
                EventDraft.of(
                        new Fact.NoteWritten(call.toString()),
                        new Actor("client", "twin", call.toString()),
                        "note");
        Commit commit = Commit.of(note).under(idempotencyKey).answering("twin");
        send(
                new Call(
                                call.toString(),
                                Optional.of(idempotencyKey),
                                server -> server.journal().send(commit))
                        .duplicate());
    }

    private void send(Call call) {
        calls.add(call);
        stormRun.randomServer().ifPresent(server -> send(call, server));
    }

    private void send(Call call, Server server) {
        stormRun.trace(() -> call + " goes to " + server);
        call.send(server, stormRun);
    }

    void retry() {
        if (calls.isEmpty()) {
            return;
        }
        Call call = stormRandom.one(calls);
        if (call.waiting() && stormRandom.chance(300)) {
            stormRun.trace(() -> call + " is no longer waited for");
            call.disconnect();
        }
        if (call.wantsRetry()) {
            stormRun.randomServer().ifPresent(server -> send(call, server));
        }
    }

    /** Commits that depend on no snapshot: a note with a tick, or one that cannot be stored. */
    void write() {
        String id = "note-" + ++stormRun.tally().calls;
        var actor = new Actor("client", "storm", id);
        var tick =
                new EventDraft(
                        JournalStream.TICKS,
                        "tick",
                        1,
                        actor,
                        Optional.empty(),
                        "gpu",
                        "\"" + id + "\"");
        var note = EventDraft.of(new Fact.NoteWritten(id), actor, "note");
        if (stormRandom.chance(150)) {
            var row = new RowChange.Put<>(UNDECLARED, new Counter.Count(id, 0, 0));
            stormRun.randomServer()
                    .ifPresent(
                            server ->
                                    sendUndeclaredRow(
                                            server, Commit.of(List.of(note), List.of(row))));
            return;
        }
        IdempotencyKey idempotencyKey = IdempotencyKey.of("client", id, id);
        Commit commit =
                Commit.of(List.of(tick, note), List.of()).under(idempotencyKey).answering(id);
        send(new Call(id, Optional.of(idempotencyKey), server -> server.journal().send(commit)));
    }

    private void sendUndeclaredRow(Server server, Commit commit) {
        stormRun.trace(() -> "a row without a table goes to " + server);
        CompletableFuture<CommitResult> answer = server.journal().send(commit);
        var _ =
                answer.thenAccept(
                        commitResult ->
                                stormRun.guarded(
                                        () -> {
                                            throw new InvariantViolation(
                                                    "It was stored: " + commitResult);
                                        }));
    }

    /** Sends every unanswered call again, to the newest server. */
    void retryAll(Server server) {
        calls.stream().filter(Call::wantsRetry).forEach(call -> call.send(server, stormRun));
    }

    void lose(Server server) {
        calls.forEach(call -> call.lose(server));
    }

    List<Call> unsettled() {
        return calls.stream().filter(call -> !call.settled()).toList();
    }

    void checkAtRest() {
        calls.forEach(call -> call.checkAtRest(stormRun.durableEvents()));
    }
}
