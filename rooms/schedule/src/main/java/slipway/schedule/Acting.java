package slipway.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import slipway.base.WorkloadId;
import slipway.schedule.Decision.Reason;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.Promise;
import slipway.schedule.picture.Running;

/** Carries decisions out on the board, so that what is decided next sees them, and writes them down. */
final class Acting {

    private final Board board;
    private final Instant at;
    private final Map<WorkloadId, Decision> decided;

    Acting(Board board, Instant at, Map<WorkloadId, Decision> decided) {
        this.board = board;
        this.at = at;
        this.decided = decided;
    }

    /** Whether it has only just started, by this plan: nobody is started and stopped at once. */
    boolean hasStarted(Tenant tenant) {
        return decided.get(tenant.running().id()) instanceof Decision.Start;
    }

    /** When whoever is told to go now will have gone. */
    Instant by() {
        return at.plus(board.policy.notice());
    }

    /** False if it would stand in the gaps of several: it can give way to one only. */
    boolean start(Asker asker, Placement placement) {
        Set<Waiter> disturbed = asker.disturbed(board, placement);
        List<WorkloadId> gaps = asker.gaps(disturbed);
        if (gaps.size() > 1) {
            return false;
        }
        passOn(asker, disturbed);
        useUp(asker, placement);
        Waiter waiter = asker.waiter();
        Optional<WorkloadId> gap = gaps.stream().findFirst();
        board.unqueue(waiter);
        waiter.team().settle(at, board.policy.halfLife());
        board.seat(
                new Running(
                        waiter.workload(),
                        placement,
                        at,
                        waiter.waiting().done(),
                        Optional.empty(),
                        waiter.waiting().preempted(),
                        gap,
                        Optional.empty()),
                waiter.form());
        WorkloadId id = waiter.waiting().id();
        decided.put(id, new Decision.Start(id, placement, gap));
        return true;
    }

    void keep(Asker asker, Promise promise) {
        passOn(asker, asker.disturbed(board, promise.placement()));
        board.promise(asker.waiter(), promise);
    }

    /** Whoever comes after it and cannot have its place any more waits anew. */
    void passOn(Asker asker, Set<Waiter> disturbed) {
        for (Waiter holder : disturbed) {
            if (asker.passes(holder)) {
                board.forget(holder);
            }
        }
    }

    /**
     * Who has room made by a right that is used up now waits anew: this one is of a higher priority, or its team has
     * the nearer right to what is guaranteed to both.
     */
    private void useUp(Asker asker, Placement placement) {
        String node = placement.seats().getFirst().node();
        String type = Objects.requireNonNull(board.host(node)).pool.type();
        Waiter waiter = asker.waiter();
        asker.bereft(type, placement.whole()).stream()
                .filter(waiter::outranks)
                .forEach(board::forget);
        if (asker.within()) {
            waiter.team().guarantor(type).stream()
                    .flatMap(by -> by.path.stream().filter(above -> above != by))
                    .flatMap(above -> above.bereft(type, placement.whole(), waiter).stream())
                    .forEach(board::forget);
        }
    }

    void stop(Tenant tenant, Reason reason) {
        WorkloadId id = tenant.running().id();
        goes(tenant, Optional.empty());
        decided.put(id, new Decision.Preempt(id, reason, by()));
    }

    /** It goes on without these nodes. */
    void shrink(Tenant tenant, Set<String> without) {
        resize(
                tenant,
                new Placement(
                        tenant.running().placement().seats().stream()
                                .filter(seat -> !without.contains(seat.node()))
                                .toList()));
    }

    void resize(Tenant tenant, Placement to) {
        WorkloadId id = tenant.running().id();
        goes(tenant, Optional.of(to));
        decided.put(id, new Decision.Resize(id, to, by()));
    }

    void migrated(Tenant tenant, WorkloadId because) {
        WorkloadId id = tenant.running().id();
        Placement to = tenant.running().leaving().orElseThrow().to().orElseThrow();
        decided.put(id, new Decision.Migrate(id, to, because, by()));
    }

    Tenant goes(Tenant tenant, Optional<Placement> to) {
        return board.becomes(tenant, tenant.running().leaving(new Running.Leaving(by(), to)), at);
    }
}
