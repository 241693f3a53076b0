package slipway.storm;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import slipway.base.Actor;
import slipway.journal.CommitResult;
import slipway.journal.Event;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.ModuleOwner;
import slipway.journal.ModuleRequest;
import slipway.journal.Snapshot;

/** A module in one server. */
final class ModuleInstance<P extends Snapshot<P>, Q> {

    private final StormModule<P, Q> stormModule;
    private final ModuleOwner<P, Q> moduleOwner;

    ModuleInstance(StormModule<P, Q> stormModule, ModuleOwner<P, Q> moduleOwner) {
        this.stormModule = stormModule;
        this.moduleOwner = moduleOwner;
    }

    /** Checks the invariants of the published snapshot. */
    void check() {
        stormModule.check(moduleOwner.snapshot());
    }

    /** Compares the published snapshot with the disk. Only when no write is under way. */
    void compare(Journal journal) {
        P shown = moduleOwner.snapshot();
        P stored = stormModule.rebuilt(journal);
        InvariantViolation.unless(
                shown.equals(stored),
                () ->
                        "Room %s shows %s; on the disk is %s"
                                .formatted(stormModule.name(), shown, stored));
    }

    void checkAtRest(Journal journal, List<Event> history) {
        compare(journal);
        stormModule.check(moduleOwner.snapshot(), history);
    }

    /** Draws a request once; every server that receives the call gets the same request. */
    static <P extends Snapshot<P>, Q> Call call(
            StormModule<P, Q> stormModule, int module, String id, StormRandom stormRandom) {
        Q wish = stormModule.randomRequest(stormRandom);
        Optional<IdempotencyKey> key =
                stormRandom.chance(850)
                        ? Optional.of(IdempotencyKey.of("client", id, wish.toString()))
                        : Optional.empty();
        var moduleRequest = new ModuleRequest<>(wish, new Actor("client", "storm", id), key);
        return new Call(id, key, server -> ask(server.modules().get(module), moduleRequest));
    }

    @SuppressWarnings("unchecked") // the module that the request was drawn for
    private static <Q> CompletableFuture<CommitResult> ask(
            ModuleInstance<?, ?> moduleInstance, ModuleRequest<Q> moduleRequest) {
        return ((ModuleInstance<?, Q>) moduleInstance).moduleOwner.ask(moduleRequest);
    }
}
