package slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.TeamQuotas;

/** A change, made on the board. What is about a workload that is no more is past and changes nothing. */
final class ChangeApplier {

    private ChangeApplier() {}

    /** The board itself, or a new one where so much is different that it is laid out again. */
    static ClusterIndex to(ClusterIndex clusterIndex, Change change, Instant now) {
        switch (change) {
            case Change.Submitted(var schedulableWorkload) ->
                    clusterIndex.queue(PendingWorkload.of(schedulableWorkload));
            case Change.Ended(var id) ->
                    clusterIndex
                            .tenant(id)
                            .ifPresentOrElse(
                                    runningJob -> clusterIndex.unseat(runningJob, now),
                                    () -> clusterIndex.waiter(id).ifPresent(clusterIndex::unqueue));
            case Change.Requeued(var id, var done) ->
                    clusterIndex
                            .tenant(id)
                            .ifPresent(runningJob -> left(clusterIndex, runningJob, done, now));
            case Change.Moved(var id, var done) ->
                    clusterIndex
                            .tenant(id)
                            .ifPresent(runningJob -> moved(clusterIndex, runningJob, done, now));
            case Change.Checkpointed(var id, var at) ->
                    clusterIndex
                            .tenant(id)
                            .ifPresent(
                                    runningJob ->
                                            runningJob.becomes(
                                                    runningJob.running().lastCheckpoint(at)));
            case Change.Ranked(var id, var rank) -> {
                clusterIndex
                        .waiter(id)
                        .ifPresent(pendingJob -> ranked(clusterIndex, pendingJob, rank));
                clusterIndex.tenant(id).ifPresent(runningJob -> TeamShare.ranked(runningJob, rank));
            }
            case Change.NodeChanged(var node) -> {
                return clusterIndex.change(node)
                        ? clusterIndex
                        : new ClusterIndex(with(clusterIndex.picture(), node));
            }
            case Change.NodeRemoved(var name) -> {
                return new ClusterIndex(without(clusterIndex.picture(), name));
            }
            case Change.QuotasChanged(var teams) -> {
                return new ClusterIndex(shared(clusterIndex.picture(), teams));
            }
            case Change.BookingsChanged(var bookings) -> clusterIndex.book(bookings);
        }
        return clusterIndex;
    }

    private static void left(
            ClusterIndex clusterIndex, RunningJob runningJob, Duration done, Instant now) {
        RunningWorkload runningWorkload = runningJob.running();
        clusterIndex.unseat(runningJob, now);
        clusterIndex.queue(
                new PendingWorkload(
                        runningWorkload.workload(),
                        done,
                        runningWorkload.preemptions() + 1,
                        Optional.empty()));
    }

    private static void moved(
            ClusterIndex clusterIndex, RunningJob runningJob, Duration done, Instant now) {
        RunningWorkload runningWorkload = runningJob.running();
        runningWorkload
                .departure()
                .flatMap(RunningWorkload.Departure::to)
                .ifPresent(
                        to ->
                                clusterIndex.becomes(
                                        runningJob,
                                        new RunningWorkload(
                                                runningWorkload.workload(),
                                                to,
                                                now,
                                                done,
                                                Optional.empty(),
                                                runningWorkload.preemptions(),
                                                runningWorkload.backfilledBefore(),
                                                Optional.empty()),
                                        now));
    }

    private static void ranked(ClusterIndex clusterIndex, PendingJob pendingJob, long rank) {
        PendingWorkload pendingWorkload = pendingJob.waiting();
        clusterIndex.unqueue(pendingJob);
        clusterIndex.queue(
                new PendingWorkload(
                        pendingWorkload.workload().withRank(rank),
                        pendingWorkload.retainedWork(),
                        pendingWorkload.preemptions(),
                        pendingWorkload.reservation()));
    }

    private static ClusterSnapshot with(ClusterSnapshot clusterSnapshot, Node node) {
        List<Node> nodes = new ArrayList<>(clusterSnapshot.nodes());
        nodes.removeIf(each -> each.name().equals(node.name()));
        nodes.add(node);
        return onNodes(clusterSnapshot, nodes);
    }

    private static ClusterSnapshot without(ClusterSnapshot clusterSnapshot, String name) {
        return onNodes(
                clusterSnapshot,
                clusterSnapshot.nodes().stream()
                        .filter(each -> !each.name().equals(name))
                        .toList());
    }

    private static ClusterSnapshot onNodes(ClusterSnapshot clusterSnapshot, List<Node> nodes) {
        return new ClusterSnapshot(
                clusterSnapshot.policy(),
                nodes,
                clusterSnapshot.teams(),
                clusterSnapshot.bookings(),
                clusterSnapshot.running(),
                clusterSnapshot.pending());
    }

    /** Other quotas, but what was used is remembered. */
    private static ClusterSnapshot shared(ClusterSnapshot clusterSnapshot, List<TeamQuotas> teams) {
        List<TeamQuotas> kept =
                teams.stream()
                        .map(
                                teamQuotas ->
                                        clusterSnapshot.teams().stream()
                                                .filter(old -> old.id().equals(teamQuotas.id()))
                                                .findFirst()
                                                .map(old -> teamQuotas.usage(old.usage()))
                                                .orElse(teamQuotas))
                        .toList();
        return new ClusterSnapshot(
                clusterSnapshot.policy(),
                clusterSnapshot.nodes(),
                kept,
                clusterSnapshot.bookings(),
                clusterSnapshot.running(),
                clusterSnapshot.pending());
    }
}
