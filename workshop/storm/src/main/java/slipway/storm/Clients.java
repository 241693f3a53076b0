package slipway.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.journal.Commit;
import slipway.journal.Draft;
import slipway.journal.Key;
import slipway.journal.Row;
import slipway.journal.Stream;
import slipway.journal.Table;
import slipway.journal.Written;

/** Everybody who asks something, and remembers what was said. */
final class Clients {

    private static final Table<Counter.Count> UNDECLARED =
            Table.of("storm_undeclared", Counter.Count.class, "kind");

    private final World world;
    private final Luck luck;
    private final List<Call> calls = new ArrayList<>();

    Clients(World world, Luck luck) {
        this.world = world;
        this.luck = luck;
    }

    void ask() {
        int room = luck.below(world.inhabitants().size());
        String id = "call-" + ++world.tally().calls;
        Call call = Lodging.call(world.inhabitants().get(room), room, id, luck);
        send(call);
        call.key().filter(_ -> luck.chance(50)).ifPresent(key -> twin(call, key));
    }

    /** Somebody uses the key of a request to a room for a note as well. */
    private void twin(Call call, Key key) {
        call.hasTwin();
        Draft note =
                Draft.of(
                        new Fact.NoteWritten(call.toString()),
                        new Actor("client", "twin", call.toString()),
                        "note");
        Commit commit = Commit.of(note).under(key).answering("twin");
        send(
                new Call(call.toString(), Optional.of(key), server -> server.journal().send(commit))
                        .hasTwin());
    }

    private void send(Call call) {
        calls.add(call);
        world.somebody().ifPresent(server -> send(call, server));
    }

    private void send(Call call, Server server) {
        world.say(() -> call + " goes to " + server);
        call.send(server, world);
    }

    void retry() {
        if (calls.isEmpty()) {
            return;
        }
        Call call = luck.one(calls);
        if (call.waiting() && luck.chance(300)) {
            world.say(() -> call + " is no longer waited for");
            call.hangUp();
        }
        if (call.wantsRetry()) {
            world.somebody().ifPresent(server -> send(call, server));
        }
    }

    /** Commits that stand on no picture: a note with a tick, or one that cannot be stored. */
    void write() {
        String id = "note-" + ++world.tally().calls;
        var actor = new Actor("client", "storm", id);
        var tick =
                new Draft(
                        Stream.TICKS, "tick", 1, actor, Optional.empty(), "gpu", "\"" + id + "\"");
        var note = Draft.of(new Fact.NoteWritten(id), actor, "note");
        if (luck.chance(150)) {
            var row = new Row.Put<>(UNDECLARED, new Counter.Count(id, 0, 0));
            world.somebody()
                    .ifPresent(server -> misfit(server, Commit.of(List.of(note), List.of(row))));
            return;
        }
        Key key = Key.of("client", id, id);
        Commit commit = Commit.of(List.of(tick, note), List.of()).under(key).answering(id);
        send(new Call(id, Optional.of(key), server -> server.journal().send(commit)));
    }

    private void misfit(Server server, Commit commit) {
        world.say(() -> "a row without a table goes to " + server);
        CompletableFuture<Written> answer = server.journal().send(commit);
        var _ =
                answer.thenAccept(
                        written ->
                                world.guarded(
                                        () -> {
                                            throw new Violation("It was stored: " + written);
                                        }));
    }

    /** All that were not answered yet ask again, the newest server this time. */
    void retryAll(Server server) {
        calls.stream().filter(Call::wantsRetry).forEach(call -> call.send(server, world));
    }

    void lose(Server server) {
        calls.forEach(call -> call.lose(server));
    }

    List<Call> unsettled() {
        return calls.stream().filter(call -> !call.settled()).toList();
    }

    void checkAtRest() {
        calls.forEach(call -> call.checkAtRest(world.witness()));
    }
}
