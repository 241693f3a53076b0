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
    static ClusterIndex apply(ClusterIndex clusterIndex, Change change, Instant now) {
        switch (change) {
            case Change.Submitted(var schedulableWorkload) ->
                    clusterIndex.enqueue(PendingWorkload.of(schedulableWorkload));
            case Change.Ended(var id) ->
                    clusterIndex
                            .runningJob(id)
                            .ifPresentOrElse(
                                    runningJob -> clusterIndex.remove(runningJob, now),
                                    () -> clusterIndex.pendingJob(id).ifPresent(clusterIndex::dequeue));
            case Change.Requeued(var id, var done) ->
                    clusterIndex
                            .runningJob(id)
                            .ifPresent(runningJob -> requeue(clusterIndex, runningJob, done, now));
            case Change.Moved(var id, var done) ->
                    clusterIndex
                            .runningJob(id)
                            .ifPresent(runningJob -> move(clusterIndex, runningJob, done, now));
            case Change.Checkpointed(var id, var at) ->
                    clusterIndex
                            .runningJob(id)
                            .ifPresent(
                                    runningJob ->
                                            runningJob.update(
                                                    runningJob.running().lastCheckpoint(at)));
            case Change.Ranked(var id, var rank) -> {
                clusterIndex
                        .pendingJob(id)
                        .ifPresent(pendingJob -> rerank(clusterIndex, pendingJob, rank));
                clusterIndex.runningJob(id).ifPresent(runningJob -> TeamShare.rerank(runningJob, rank));
            }
            case Change.NodeChanged(var node) -> {
                return clusterIndex.changeCondition(node)
                        ? clusterIndex
                        : new ClusterIndex(withNode(clusterIndex.snapshot(), node));
            }
            case Change.NodeRemoved(var name) -> {
                return new ClusterIndex(withoutNode(clusterIndex.snapshot(), name));
            }
            case Change.QuotasChanged(var teams) -> {
                return new ClusterIndex(withQuotas(clusterIndex.snapshot(), teams));
            }
            case Change.BookingsChanged(var bookings) -> clusterIndex.applyBookings(bookings);
        }
        return clusterIndex;
    }

    private static void requeue(
            ClusterIndex clusterIndex, RunningJob runningJob, Duration done, Instant now) {
        RunningWorkload runningWorkload = runningJob.running();
        clusterIndex.remove(runningJob, now);
        clusterIndex.enqueue(
                new PendingWorkload(
                        runningWorkload.workload(),
                        done,
                        runningWorkload.preemptions() + 1,
                        Optional.empty()));
    }

    private static void move(
            ClusterIndex clusterIndex, RunningJob runningJob, Duration done, Instant now) {
        RunningWorkload runningWorkload = runningJob.running();
        runningWorkload
                .departure()
                .flatMap(RunningWorkload.Departure::to)
                .ifPresent(
                        to ->
                                clusterIndex.replace(
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

    private static void rerank(ClusterIndex clusterIndex, PendingJob pendingJob, long rank) {
        PendingWorkload pendingWorkload = pendingJob.pending();
        clusterIndex.dequeue(pendingJob);
        clusterIndex.enqueue(
                new PendingWorkload(
                        pendingWorkload.workload().withRank(rank),
                        pendingWorkload.retainedWork(),
                        pendingWorkload.preemptions(),
                        pendingWorkload.reservation()));
    }

    private static ClusterSnapshot withNode(ClusterSnapshot clusterSnapshot, Node node) {
        List<Node> nodes = new ArrayList<>(clusterSnapshot.nodes());
        nodes.removeIf(each -> each.name().equals(node.name()));
        nodes.add(node);
        return withNodes(clusterSnapshot, nodes);
    }

    private static ClusterSnapshot withoutNode(ClusterSnapshot clusterSnapshot, String name) {
        return withNodes(
                clusterSnapshot,
                clusterSnapshot.nodes().stream()
                        .filter(each -> !each.name().equals(name))
                        .toList());
    }

    private static ClusterSnapshot withNodes(ClusterSnapshot clusterSnapshot, List<Node> nodes) {
        return new ClusterSnapshot(
                clusterSnapshot.policy(),
                nodes,
                clusterSnapshot.teams(),
                clusterSnapshot.bookings(),
                clusterSnapshot.running(),
                clusterSnapshot.pending());
    }

    /** Other quotas, but what was used is remembered. */
    private static ClusterSnapshot withQuotas(ClusterSnapshot clusterSnapshot, List<TeamQuotas> teams) {
        List<TeamQuotas> updated =
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
                updated,
                clusterSnapshot.bookings(),
                clusterSnapshot.running(),
                clusterSnapshot.pending());
    }
}
