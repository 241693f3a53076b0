package slipway.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slipway.base.WorkloadId;
import slipway.schedule.picture.Cluster;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.Promise;
import slipway.schedule.picture.Running;
import slipway.schedule.picture.Waiting;
import slipway.testkit.Property;

/** The two promises of the rules: nobody is worse off for sharing, and a kept place is kept. */
class PromisesTest {

    private static final int SEEDS = 1_000;

    /** Who has only just been started can be told to stop by the next plan at the soonest. */
    private static final Duration NEXT_PLAN = Duration.ofMillis(1);

    @Test
    void who_fits_its_guarantee_gets_back_what_others_borrowed() {
        Property.holds(
                SEEDS, Scripts.scripts(90), script -> new Play(script, PromisesTest::noAnomaly));
    }

    /**
     * As the rules have it: who fits its team's unused guarantee, and would fit if everything borrowed were gone, has a
     * place for sure, within the notice and the rest of the minimum runs of those who borrow.
     */
    private static void noAnomaly(Play.Scene scene) {
        if (!scene.after().policy().taking().back()) {
            return;
        }
        for (Waiting waiting : scene.after().waiting()) {
            Waiter waiter = scene.plan().board().waiter(waiting.id()).orElseThrow();
            if (waiter.ripe(scene.now().toEpochMilli()) && waiter.within()) {
                Set<Tenant> borrowed = borrowed(scene, waiter);
                Instant latest = latest(scene, waiter, borrowed);
                if (waiting.promise().filter(kept -> isIn(kept, latest, scene)).isEmpty()) {
                    Plan without = Scheduler.decide(without(borrowed, scene, waiting), scene.now());
                    if (othersStay(without, waiting)) {
                        assertThat(
                                        startsWithin(
                                                without.decision(waiting.id()).orElseThrow(),
                                                new Asker(
                                                        waiter, true, true, latest.toEpochMilli()),
                                                scene))
                                .as(
                                        "%s would fit if nobody borrowed, and nobody makes room",
                                        waiting.id())
                                .isFalse();
                    }
                }
            }
        }
    }

    /** Whoever comes first waits for its own place still: that it could go elsewhere is not the question. */
    private static boolean othersStay(Plan without, Waiting waiting) {
        return without.actions().stream()
                .filter(Decision.Start.class::isInstance)
                .allMatch(start -> start.workload().equals(waiting.id()));
    }

    /** Whether it starts by then: by its promise, or because all who are in its place were told to go by then. */
    private static boolean isIn(Promise kept, Instant latest, Play.Scene scene) {
        return !kept.until().isAfter(latest)
                || scene.after().running().stream()
                        .filter(running -> isAsked(running.placement(), kept))
                        .allMatch(
                                running ->
                                        running.leaving()
                                                .filter(told -> !told.by().isAfter(latest))
                                                .isPresent());
    }

    /** Others on nodes that are a part of its team's guarantee in whole nodes. */
    private static List<Tenant> guests(Play.Scene scene, Waiter asker) {
        return scene.plan().board().hosts().stream()
                .filter(host -> host.home != null && asker.team().path.contains(host.home))
                .flatMap(host -> host.tenants.stream())
                .toList();
    }

    /** The notice, and the rest of the longest minimum run of those who may be stopped for it. */
    private static Instant latest(Play.Scene scene, Waiter asker, Set<Tenant> borrowed) {
        Set<Tenant> victims = new HashSet<>(borrowed);
        asker.team().own().stream()
                .filter(each -> each.priority() < asker.priority() || asker.workload().isService())
                .forEach(victims::add);
        victims.addAll(guests(scene, asker));
        Instant latest = scene.now();
        for (Tenant tenant : victims) {
            long from = tenant.stoppable(scene.after().policy());
            if (!tenant.leaving() && from > latest.toEpochMilli()) {
                latest = Instant.ofEpochMilli(from);
            }
        }
        return latest.plus(scene.after().policy().notice()).plus(NEXT_PLAN);
    }

    /**
     * Whether it starts on a type that is within its guarantee, not only until somebody before it comes, not on what is
     * guaranteed to others in whole nodes, and not where a booking stands in the way by the time it could.
     */
    private static boolean startsWithin(Decision decision, Asker asker, Play.Scene scene) {
        if (decision instanceof Decision.Start(_, var placement, var gap) && gap.isEmpty()) {
            List<Host> hosts =
                    placement.seats().stream()
                            .map(seat -> scene.plan().board().host(seat.node()))
                            .map(java.util.Objects::requireNonNull)
                            .toList();
            String type = hosts.getFirst().pool.type();
            return asker.waiter().team().within(type, placement.whole(), asker.waiter())
                    && hosts.stream().allMatch(asker::mayStandOn);
        }
        return false;
    }

    /**
     * What others have beyond what they are guaranteed: their own team, or one above that is not above the asker as
     * well, would have enough without it. Who was told to stop counts as gone; who is on the move arrives first. Who
     * draws on the asker's own guarantee is no other: it may be over it while somebody of theirs is let into a gap.
     */
    private static Set<Tenant> borrowed(Play.Scene scene, Waiter asker) {
        Set<Tenant> found = new HashSet<>();
        for (Share share : scene.plan().board().shares()) {
            Victims.notGuaranteedAbove(share.borrowers(), share, asker.team()).stream()
                    .filter(each -> !asker.team().guarantor(each.type).equals(Optional.of(share)))
                    .forEach(found::add);
        }
        scene.plan().board().going().leaving().stream()
                .filter(tenant -> tenant.running().leaving().orElseThrow().to().isEmpty())
                .forEach(found::add);
        return found;
    }

    /**
     * Borrowers are gone. Others with a kept place who come before it, within their guarantee or of a higher priority
     * of its own team, are in that place, or still wait for it where somebody else has it.
     */
    private static Cluster without(Set<Tenant> borrowed, Play.Scene scene, Waiting waiting) {
        Board board = scene.plan().board();
        Waiter asker = board.waiter(waiting.id()).orElseThrow();
        Set<WorkloadId> gone = new HashSet<>();
        borrowed.forEach(tenant -> gone.add(tenant.running().id()));
        Cluster left =
                scene.after()
                        .with(
                                scene.after().running().stream()
                                        .filter(each -> !gone.contains(each.id()))
                                        .toList(),
                                List.of(waiting.promised(Optional.empty())));
        for (Waiter each : board.promised()) {
            if (each != asker && (each.holdsWithin() || each.outranks(asker))) {
                left = withItsPlace(left, each.waiting(), scene.now());
            }
        }
        return left;
    }

    private static Cluster withItsPlace(Cluster cluster, Waiting holder, Instant now) {
        Placement place = holder.promise().orElseThrow().placement();
        List<Running> running = new ArrayList<>(cluster.running());
        running.add(Running.of(holder.workload(), place, now));
        Cluster there = cluster.with(running, cluster.waiting());
        try {
            new Board(there);
            return there;
        } catch (IllegalStateException taken) {
            List<Waiting> waiting = new ArrayList<>(cluster.waiting());
            waiting.add(holder);
            return cluster.waiting(waiting);
        }
    }

    @Test
    void a_kept_place_is_kept() {
        Property.holds(
                SEEDS,
                Scripts.scripts(90),
                script -> {
                    Map<WorkloadId, Given> promises = new HashMap<>();
                    new Play(script, scene -> kept(scene, promises));
                });
    }

    /**
     * A promise as it was first given; that it was renewed since does not help.
     *
     * @param borrowed who was to be stopped for it, by the right to what others borrow
     */
    private record Given(Promise promise, Set<WorkloadId> borrowed) {}

    private static void kept(Play.Scene scene, Map<WorkloadId, Given> promises) {
        scene.changes().stream()
                .filter(Change.Ended.class::isInstance)
                .forEach(change -> promises.remove(((Change.Ended) change).workload()));
        promises.entrySet().removeIf(entry -> isExcused(scene, entry.getKey(), entry.getValue()));
        promises.forEach(
                (id, given) -> {
                    Instant latest = given.promise().until().plus(scene.after().policy().notice());
                    assertThat(scene.now())
                            .as("%s was to start by %s", id, latest)
                            .isBeforeOrEqualTo(latest);
                });
        Map<WorkloadId, Waiting> waiting = new HashMap<>();
        scene.after().waiting().forEach(each -> waiting.put(each.id(), each));
        promises.keySet().retainAll(waiting.keySet());
        waiting.forEach(
                (id, each) ->
                        each.promise()
                                .ifPresent(
                                        promise ->
                                                promises.putIfAbsent(
                                                        id,
                                                        new Given(
                                                                promise,
                                                                borrowers(scene, id, promise)))));
    }

    /** Who borrows in this place. */
    private static Set<WorkloadId> borrowers(Play.Scene scene, WorkloadId holder, Promise promise) {
        Waiter waiter = scene.plan().board().waiter(holder).orElseThrow();
        Set<WorkloadId> found = new HashSet<>();
        borrowed(scene, waiter).stream()
                .map(Tenant::running)
                .filter(running -> isAsked(running.placement(), promise))
                .forEach(running -> found.add(running.id()));
        return found;
    }

    /** What the rules let pass: a fault, an overrun by who was not backfilled, and who rightly comes first. */
    private static boolean isExcused(Play.Scene scene, WorkloadId holder, Given given) {
        return scene.changes().stream().anyMatch(PromisesTest::isFault)
                || overrun(scene, given.promise())
                || passed(scene, holder, given.promise())
                || borrowsNoMore(scene, holder, given)
                || jobsAreFew(scene, holder, given.promise());
    }

    private static boolean isFault(Change change) {
        return change instanceof Change.Changed(var node)
                && node.condition() != Node.Condition.READY;
    }

    /** Only what is borrowed is taken: who was to be stopped may have come within its own guarantee since. */
    private static boolean borrowsNoMore(Play.Scene scene, WorkloadId holder, Given given) {
        if (!given.promise().room() || scene.plan().board().waiter(holder).isEmpty()) {
            return false;
        }
        Set<WorkloadId> still = borrowers(scene, holder, given.promise());
        return scene.after().running().stream()
                .filter(running -> given.borrowed().contains(running.id()))
                .filter(running -> isAsked(running.placement(), given.promise()))
                .anyMatch(running -> !still.contains(running.id()));
    }

    /** A service takes from its team's jobs only down to what is kept for them: they may have become few since. */
    private static boolean jobsAreFew(Play.Scene scene, WorkloadId id, Promise promise) {
        Optional<Waiter> holder = scene.plan().board().waiter(id).filter(each -> promise.room());
        if (holder.isEmpty() || !holder.get().workload().isService()) {
            return false;
        }
        Share team = holder.get().team();
        int part = scene.after().policy().taking().keep();
        return team.own().stream()
                .filter(each -> isAsked(each.running().placement(), promise))
                .anyMatch(each -> before(each, team) < team.guarantee(each.type) * part / 100);
    }

    /** What those jobs have that are taken from only after this one. */
    private static int before(Tenant tenant, Share team) {
        return team.own().stream()
                .takeWhile(each -> each != tenant)
                .filter(each -> each.type.equals(tenant.type) && !each.workload().isService())
                .mapToInt(Tenant::whole)
                .sum();
    }

    /** Whether somebody who comes before it was given its place or its part of the quota, or has that kept. */
    private static boolean passed(Play.Scene scene, WorkloadId id, Promise promise) {
        Board board = scene.plan().board();
        Optional<Waiter> holder = board.waiter(id);
        if (holder.isEmpty()) {
            return false;
        }
        boolean started =
                scene.plan().actions().stream()
                        .filter(Decision.Start.class::isInstance)
                        .map(decision -> board.tenant(decision.workload()).orElseThrow())
                        .anyMatch(
                                tenant ->
                                        isBefore(tenant, holder.get(), promise, scene)
                                                && (sharesQuota(tenant, holder.get())
                                                        || isAsked(
                                                                tenant.running().placement(),
                                                                promise)));
        boolean kept =
                board.promised().stream()
                        .filter(
                                other ->
                                        other.outranks(holder.get())
                                                || isAsked(
                                                        other.promise().orElseThrow().placement(),
                                                        promise))
                        .anyMatch(other -> isBefore(other, holder.get(), promise));
        return started || kept;
    }

    /** Whether what the one has counts against what the other may have, wherever it sits. */
    private static boolean sharesQuota(Tenant tenant, Waiter holder) {
        return tenant.team == holder.team()
                || holder.team()
                        .guarantor(tenant.type)
                        .filter(tenant.team.path::contains)
                        .isPresent()
                || tenant.team.path.stream()
                        .anyMatch(share -> share.isLimited() && holder.team().path.contains(share));
    }

    /** A higher priority of the same team, or within its guarantee against one that borrows. */
    private static boolean isBefore(
            Tenant tenant, Waiter holder, Promise promise, Play.Scene scene) {
        int priority = tenant.workload().manner().priority().level();
        if (tenant.team == holder.team() && priority != holder.priority()) {
            return priority > holder.priority();
        }
        return wasWithin(tenant, scene) && borrows(holder, promise);
    }

    /** Beside those who ran before: what started with it may have come later. */
    private static boolean wasWithin(Tenant tenant, Play.Scene scene) {
        Optional<Share> guarantor = tenant.team.guarantor(tenant.type);
        int before =
                scene.after().running().stream()
                        .filter(running -> running.since().isBefore(scene.now()))
                        .map(running -> scene.plan().board().tenant(running.id()).orElseThrow())
                        .filter(other -> other.type.equals(tenant.type))
                        .filter(other -> other.team.guarantor(other.type).equals(guarantor))
                        .mapToInt(Tenant::whole)
                        .sum();
        return tenant.whole() > 0
                && guarantor.isPresent()
                && before + tenant.whole() <= guarantor.get().guarantee(tenant.type);
    }

    private static boolean isBefore(Waiter other, Waiter holder, Promise promise) {
        return (other.team() == holder.team() && other.priority() != holder.priority())
                ? other.priority() > holder.priority()
                : other.holdsWithin() && borrows(holder, promise);
    }

    private static boolean borrows(Waiter holder, Promise promise) {
        return holder.form().pools().stream()
                .filter(pool -> pool.hosts.stream().anyMatch(host -> isOn(host, promise)))
                .noneMatch(
                        pool ->
                                holder.team()
                                        .within(pool.type(), promise.placement().whole(), holder));
    }

    private static boolean isOn(Host host, Promise promise) {
        return promise.placement().seats().stream()
                .anyMatch(seat -> seat.node().equals(host.node.name()));
    }

    private static boolean isAsked(Placement placement, Promise promise) {
        return placement.seats().stream()
                .anyMatch(
                        seat ->
                                promise.placement().seats().stream()
                                        .anyMatch(kept -> kept.node().equals(seat.node())));
    }

    /** Whether somebody on its nodes who was not let into a gap has run longer than expected. */
    private static boolean overrun(Play.Scene scene, Promise promise) {
        return scene.before().running().stream()
                .filter(running -> running.gap().isEmpty())
                .filter(running -> isAsked(running.placement(), promise))
                .anyMatch(
                        running ->
                                running.since()
                                        .plus(running.workload().times().span().high())
                                        .minus(running.done())
                                        .isBefore(scene.now()));
    }
}
