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
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Play;
import slipway.schedule.snapshot.Reservation;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.testkit.Property;

/** The two promises of the rules: nobody is worse off for sharing, and a kept place is kept. */
class ReservationKeeperTest {

    private static final int SEEDS = 1_000;

    /** Who has only just been started can be told to stop by the next plan at the soonest. */
    private static final Duration NEXT_PLAN = Duration.ofMillis(1);

    @Test
    void who_fits_its_guarantee_gets_back_what_others_borrowed() {
        Property.holds(
                SEEDS,
                Scripts.scripts(90),
                script -> new Play(script, ReservationKeeperTest::noAnomaly));
    }

    /**
     * As the rules have it: who fits its team's unused guarantee, and would fit if everything borrowed were gone, has a
     * place for sure, within the notice and the rest of the minimum runs of those who borrow.
     */
    private static void noAnomaly(Play.Scene scene) {
        if (!scene.after().policy().preemption().reclaim()) {
            return;
        }
        for (PendingWorkload pendingWorkload : scene.after().pending()) {
            PendingJob pendingJob =
                    scene.plan().clusterIndex().pendingJob(pendingWorkload.id()).orElseThrow();
            if (pendingJob.isEligible(scene.now().toEpochMilli()) && pendingJob.fitsGuarantee()) {
                Set<RunningJob> borrowed = borrowed(scene, pendingJob);
                Instant latest = latest(scene, pendingJob, borrowed);
                if (pendingWorkload
                        .reservation()
                        .filter(kept -> isIn(kept, latest, scene))
                        .isEmpty()) {
                    Schedule without =
                            Scheduler.decide(
                                    without(borrowed, scene, pendingWorkload), scene.now());
                    if (othersStay(without, pendingWorkload)) {
                        assertThat(
                                        startsWithin(
                                                without.decision(pendingWorkload.id())
                                                        .orElseThrow(),
                                                new PlacementRequest(
                                                        pendingJob,
                                                        true,
                                                        true,
                                                        latest.toEpochMilli()),
                                                scene))
                                .as(
                                        "%s would fit if nobody borrowed, and nobody makes room",
                                        pendingWorkload.id())
                                .isFalse();
                    }
                }
            }
        }
    }

    /** Whoever comes first waits for its own place still: that it could go elsewhere is not the question. */
    private static boolean othersStay(Schedule without, PendingWorkload pendingWorkload) {
        return without.actions().stream()
                .filter(Decision.Start.class::isInstance)
                .allMatch(start -> start.workload().equals(pendingWorkload.id()));
    }

    /** Whether it starts by then: by its promise, or because all who are in its place were told to go by then. */
    private static boolean isIn(Reservation kept, Instant latest, Play.Scene scene) {
        return !kept.latestStart().isAfter(latest)
                || scene.after().running().stream()
                        .filter(runningWorkload -> isAsked(runningWorkload.placement(), kept))
                        .allMatch(
                                runningWorkload ->
                                        runningWorkload
                                                .departure()
                                                .filter(told -> !told.by().isAfter(latest))
                                                .isPresent());
    }

    /** Others on nodes that are a part of its team's guarantee in whole nodes. */
    private static List<RunningJob> guests(Play.Scene scene, PendingJob asker) {
        return scene.plan().clusterIndex().nodes().stream()
                .filter(
                        nodeState ->
                                nodeState.guaranteedTo != null
                                        && asker.team().path.contains(nodeState.guaranteedTo))
                .flatMap(nodeState -> nodeState.runningJobs.stream())
                .toList();
    }

    /** The notice, and the rest of the longest minimum run of those who may be stopped for it. */
    private static Instant latest(Play.Scene scene, PendingJob asker, Set<RunningJob> borrowed) {
        Set<RunningJob> victims = new HashSet<>(borrowed);
        asker.team().runningJobs().stream()
                .filter(each -> each.priority() < asker.priority() || asker.workload().isService())
                .forEach(victims::add);
        victims.addAll(guests(scene, asker));
        Instant latest = scene.now();
        for (RunningJob runningJob : victims) {
            long from = runningJob.preemptibleFrom(scene.after().policy());
            if (!runningJob.departing() && from > latest.toEpochMilli()) {
                latest = Instant.ofEpochMilli(from);
            }
        }
        return latest.plus(scene.after().policy().notice()).plus(NEXT_PLAN);
    }

    /**
     * Whether it starts on a type that is within its guarantee, not only until somebody before it comes, not on what is
     * guaranteed to others in whole nodes, and not where a booking stands in the way by the time it could.
     */
    private static boolean startsWithin(
            Decision decision, PlacementRequest placementRequest, Play.Scene scene) {
        if (decision instanceof Decision.Start(_, var placement, var gap) && gap.isEmpty()) {
            List<NodeState> hosts =
                    placement.seats().stream()
                            .map(seat -> scene.plan().clusterIndex().node(seat.node()))
                            .map(java.util.Objects::requireNonNull)
                            .toList();
            String type = hosts.getFirst().pool.type();
            return placementRequest
                            .job()
                            .team()
                            .fitsGuarantee(
                                    type, placement.totalThousandths(), placementRequest.job())
                    && hosts.stream().allMatch(placementRequest::mayRunOn);
        }
        return false;
    }

    /**
     * What others have beyond what they are guaranteed: their own team, or one above that is not above the asker as
     * well, would have enough without it. Who was told to stop counts as gone; who is on the move arrives first. Who
     * draws on the asker's own guarantee is no other: it may be over it while somebody of theirs is let into a gap.
     */
    private static Set<RunningJob> borrowed(Play.Scene scene, PendingJob asker) {
        Set<RunningJob> found = new HashSet<>();
        for (TeamShare teamShare : scene.plan().clusterIndex().teamShares()) {
            PreemptionCandidates.notGuaranteedAbove(
                            teamShare.guarantee.borrowers(), teamShare, asker.team())
                    .stream()
                    .filter(
                            each ->
                                    !asker.team()
                                            .guarantor(each.type)
                                            .equals(Optional.of(teamShare)))
                    .forEach(found::add);
        }
        scene.plan().clusterIndex().departingJobs().departing().stream()
                .filter(runningJob -> runningJob.running().departure().orElseThrow().to().isEmpty())
                .forEach(found::add);
        return found;
    }

    /**
     * Borrowers are gone. Others with a kept place who come before it, within their guarantee or of a higher priority
     * of its own team, are in that place, or still wait for it where somebody else has it.
     */
    private static ClusterSnapshot without(
            Set<RunningJob> borrowed, Play.Scene scene, PendingWorkload pendingWorkload) {
        ClusterIndex clusterIndex = scene.plan().clusterIndex();
        PendingJob asker = clusterIndex.pendingJob(pendingWorkload.id()).orElseThrow();
        Set<WorkloadId> gone = new HashSet<>();
        borrowed.forEach(runningJob -> gone.add(runningJob.running().id()));
        ClusterSnapshot left =
                scene.after()
                        .with(
                                scene.after().running().stream()
                                        .filter(each -> !gone.contains(each.id()))
                                        .toList(),
                                List.of(pendingWorkload.withReservation(Optional.empty())));
        for (PendingJob each : clusterIndex.reservationHolders()) {
            if (each != asker && (each.reservesWithinGuarantee() || each.outranks(asker))) {
                left = withItsPlace(left, each.pending(), scene.now());
            }
        }
        return left;
    }

    private static ClusterSnapshot withItsPlace(
            ClusterSnapshot clusterSnapshot, PendingWorkload holder, Instant now) {
        Placement place = holder.reservation().orElseThrow().placement();
        List<RunningWorkload> running = new ArrayList<>(clusterSnapshot.running());
        running.add(RunningWorkload.of(holder.workload(), place, now));
        ClusterSnapshot there = clusterSnapshot.with(running, clusterSnapshot.pending());
        try {
            new ClusterIndex(there);
            return there;
        } catch (IllegalStateException taken) {
            List<PendingWorkload> waiting = new ArrayList<>(clusterSnapshot.pending());
            waiting.add(holder);
            return clusterSnapshot.pending(waiting);
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
    private record Given(Reservation promise, Set<WorkloadId> borrowed) {}

    private static void kept(Play.Scene scene, Map<WorkloadId, Given> promises) {
        scene.changes().stream()
                .filter(Change.Ended.class::isInstance)
                .forEach(change -> promises.remove(((Change.Ended) change).workload()));
        promises.entrySet().removeIf(entry -> isExcused(scene, entry.getKey(), entry.getValue()));
        promises.forEach(
                (id, given) -> {
                    Instant latest =
                            given.promise().latestStart().plus(scene.after().policy().notice());
                    assertThat(scene.now())
                            .as("%s was to start by %s", id, latest)
                            .isBeforeOrEqualTo(latest);
                });
        Map<WorkloadId, PendingWorkload> waiting = new HashMap<>();
        scene.after().pending().forEach(each -> waiting.put(each.id(), each));
        promises.keySet().retainAll(waiting.keySet());
        waiting.forEach(
                (id, each) ->
                        each.reservation()
                                .ifPresent(
                                        reservation ->
                                                promises.putIfAbsent(
                                                        id,
                                                        new Given(
                                                                reservation,
                                                                borrowers(
                                                                        scene, id, reservation)))));
    }

    /** Who borrows in this place. */
    private static Set<WorkloadId> borrowers(
            Play.Scene scene, WorkloadId holder, Reservation reservation) {
        PendingJob pendingJob = scene.plan().clusterIndex().pendingJob(holder).orElseThrow();
        Set<WorkloadId> found = new HashSet<>();
        borrowed(scene, pendingJob).stream()
                .map(RunningJob::running)
                .filter(runningWorkload -> isAsked(runningWorkload.placement(), reservation))
                .forEach(runningWorkload -> found.add(runningWorkload.id()));
        return found;
    }

    /** What the rules let pass: a fault, an overrun by who was not backfilled, and who rightly comes first. */
    private static boolean isExcused(Play.Scene scene, WorkloadId holder, Given given) {
        return scene.changes().stream().anyMatch(ReservationKeeperTest::isFault)
                || overrun(scene, given.promise())
                || passed(scene, holder, given.promise())
                || borrowsNoMore(scene, holder, given)
                || jobsAreFew(scene, holder, given.promise());
    }

    private static boolean isFault(Change change) {
        return change instanceof Change.NodeChanged(var node)
                && node.condition() != Node.Condition.READY;
    }

    /** Only what is borrowed is taken: who was to be stopped may have come within its own guarantee since. */
    private static boolean borrowsNoMore(Play.Scene scene, WorkloadId holder, Given given) {
        if (!given.promise().viaPreemption()
                || scene.plan().clusterIndex().pendingJob(holder).isEmpty()) {
            return false;
        }
        Set<WorkloadId> still = borrowers(scene, holder, given.promise());
        return scene.after().running().stream()
                .filter(runningWorkload -> given.borrowed().contains(runningWorkload.id()))
                .filter(runningWorkload -> isAsked(runningWorkload.placement(), given.promise()))
                .anyMatch(runningWorkload -> !still.contains(runningWorkload.id()));
    }

    /** A service takes from its team's jobs only down to what is kept for them: they may have become few since. */
    private static boolean jobsAreFew(Play.Scene scene, WorkloadId id, Reservation reservation) {
        Optional<PendingJob> holder =
                scene.plan()
                        .clusterIndex()
                        .pendingJob(id)
                        .filter(each -> reservation.viaPreemption());
        if (holder.isEmpty() || !holder.get().workload().isService()) {
            return false;
        }
        TeamShare team = holder.get().team();
        int part = scene.after().policy().preemption().jobGuaranteePercent();
        return team.runningJobs().stream()
                .filter(each -> isAsked(each.running().placement(), reservation))
                .anyMatch(each -> before(each, team) < team.guarantee(each.type) * part / 100);
    }

    /** What those jobs have that are taken from only after this one. */
    private static int before(RunningJob runningJob, TeamShare team) {
        return team.runningJobs().stream()
                .takeWhile(each -> each != runningJob)
                .filter(each -> each.type.equals(runningJob.type) && !each.workload().isService())
                .mapToInt(RunningJob::thousandths)
                .sum();
    }

    /** Whether somebody who comes before it was given its place or its part of the quota, or has that kept. */
    private static boolean passed(Play.Scene scene, WorkloadId id, Reservation reservation) {
        ClusterIndex clusterIndex = scene.plan().clusterIndex();
        Optional<PendingJob> holder = clusterIndex.pendingJob(id);
        if (holder.isEmpty()) {
            return false;
        }
        boolean started =
                scene.plan().actions().stream()
                        .filter(Decision.Start.class::isInstance)
                        .map(decision -> clusterIndex.runningJob(decision.workload()).orElseThrow())
                        .anyMatch(
                                runningJob ->
                                        isBefore(runningJob, holder.get(), reservation, scene)
                                                && (sharesQuota(runningJob, holder.get())
                                                        || isAsked(
                                                                runningJob.running().placement(),
                                                                reservation)));
        boolean kept =
                clusterIndex.reservationHolders().stream()
                        .filter(
                                other ->
                                        other.outranks(holder.get())
                                                || isAsked(
                                                        other.reservation()
                                                                .orElseThrow()
                                                                .placement(),
                                                        reservation))
                        .anyMatch(other -> isBefore(other, holder.get(), reservation));
        return started || kept;
    }

    /** Whether what the one has counts against what the other may have, wherever it sits. */
    private static boolean sharesQuota(RunningJob runningJob, PendingJob holder) {
        return runningJob.team == holder.team()
                || holder.team()
                        .guarantor(runningJob.type)
                        .filter(runningJob.team.path::contains)
                        .isPresent()
                || runningJob.team.path.stream()
                        .anyMatch(
                                teamShare ->
                                        teamShare.isLimited()
                                                && holder.team().path.contains(teamShare));
    }

    /** A higher priority of the same team, or within its guarantee against one that borrows. */
    private static boolean isBefore(
            RunningJob runningJob, PendingJob holder, Reservation reservation, Play.Scene scene) {
        int priority = runningJob.workload().attributes().priority().level();
        if (runningJob.team == holder.team() && priority != holder.priority()) {
            return priority > holder.priority();
        }
        return wasWithin(runningJob, scene) && borrows(holder, reservation);
    }

    /** Beside those who ran before: what started with it may have come later. */
    private static boolean wasWithin(RunningJob runningJob, Play.Scene scene) {
        Optional<TeamShare> guarantor = runningJob.team.guarantor(runningJob.type);
        int before =
                scene.after().running().stream()
                        .filter(runningWorkload -> runningWorkload.since().isBefore(scene.now()))
                        .map(
                                runningWorkload ->
                                        scene.plan()
                                                .clusterIndex()
                                                .runningJob(runningWorkload.id())
                                                .orElseThrow())
                        .filter(other -> other.type.equals(runningJob.type))
                        .filter(other -> other.team.guarantor(other.type).equals(guarantor))
                        .mapToInt(RunningJob::thousandths)
                        .sum();
        return runningJob.thousandths() > 0
                && guarantor.isPresent()
                && before + runningJob.thousandths() <= guarantor.get().guarantee(runningJob.type);
    }

    private static boolean isBefore(PendingJob other, PendingJob holder, Reservation reservation) {
        return (other.team() == holder.team() && other.priority() != holder.priority())
                ? other.priority() > holder.priority()
                : other.reservesWithinGuarantee() && borrows(holder, reservation);
    }

    private static boolean borrows(PendingJob holder, Reservation reservation) {
        return holder.requestClass().pools().stream()
                .filter(
                        nodePool ->
                                nodePool.nodes.stream()
                                        .anyMatch(nodeState -> isOn(nodeState, reservation)))
                .noneMatch(
                        nodePool ->
                                holder.team()
                                        .fitsGuarantee(
                                                nodePool.type(),
                                                reservation.placement().totalThousandths(),
                                                holder));
    }

    private static boolean isOn(NodeState nodeState, Reservation reservation) {
        return reservation.placement().seats().stream()
                .anyMatch(seat -> seat.node().equals(nodeState.node.name()));
    }

    private static boolean isAsked(Placement placement, Reservation reservation) {
        return placement.seats().stream()
                .anyMatch(
                        seat ->
                                reservation.placement().seats().stream()
                                        .anyMatch(kept -> kept.node().equals(seat.node())));
    }

    /** Whether somebody on its nodes who was not let into a gap has run longer than expected. */
    private static boolean overrun(Play.Scene scene, Reservation reservation) {
        return scene.before().running().stream()
                .filter(runningWorkload -> runningWorkload.backfilledBefore().isEmpty())
                .filter(runningWorkload -> isAsked(runningWorkload.placement(), reservation))
                .anyMatch(
                        runningWorkload ->
                                runningWorkload
                                        .since()
                                        .plus(runningWorkload.workload().times().runtime().high())
                                        .minus(runningWorkload.retainedWork())
                                        .isBefore(scene.now()));
    }
}
