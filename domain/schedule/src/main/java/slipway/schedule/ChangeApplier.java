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

/** Applies a change to the cluster index. A change about a workload that no longer exists has no effect. */
final class ChangeApplier {

    private ChangeApplier() {}

    /** Returns the same index, or a new one where the change requires to rebuild it. */
    static ClusterIndex apply(ClusterIndex cluster, Change change, Instant now) {
        switch (change) {
            case Change.Submitted(var workload) -> cluster.enqueue(PendingWorkload.of(workload));
            case Change.Ended(var id) ->
                    cluster.runningJob(id)
                            .ifPresentOrElse(
                                    job -> cluster.remove(job, now),
                                    () -> cluster.pendingJob(id).ifPresent(cluster::dequeue));
            case Change.Requeued(var id, var done) ->
                    cluster.runningJob(id).ifPresent(job -> requeue(cluster, job, done, now));
            case Change.Moved(var id, var done) ->
                    cluster.runningJob(id).ifPresent(job -> move(cluster, job, done, now));
            case Change.Checkpointed(var id, var at) ->
                    cluster.runningJob(id)
                            .ifPresent(job -> job.update(job.running().lastCheckpoint(at)));
            case Change.Ranked(var id, var rank) -> {
                cluster.pendingJob(id).ifPresent(pending -> rerank(cluster, pending, rank));
                cluster.runningJob(id).ifPresent(job -> TeamShare.rerank(job, rank));
            }
            case Change.NodeChanged(var node) -> {
                return cluster.changeCondition(node)
                        ? cluster
                        : new ClusterIndex(withNode(cluster.snapshot(), node));
            }
            case Change.NodeRemoved(var name) -> {
                return new ClusterIndex(withoutNode(cluster.snapshot(), name));
            }
            case Change.QuotasChanged(var teams) -> {
                return new ClusterIndex(withQuotas(cluster.snapshot(), teams));
            }
            case Change.BookingsChanged(var bookings) -> cluster.applyBookings(bookings);
        }
        return cluster;
    }

    private static void requeue(ClusterIndex cluster, RunningJob job, Duration done, Instant now) {
        RunningWorkload running = job.running();
        cluster.remove(job, now);
        cluster.enqueue(
                new PendingWorkload(
                        running.workload(), done, running.preemptions() + 1, Optional.empty()));
    }

    private static void move(ClusterIndex cluster, RunningJob job, Duration done, Instant now) {
        RunningWorkload running = job.running();
        running.departure()
                .flatMap(RunningWorkload.Departure::to)
                .ifPresent(
                        to ->
                                cluster.replace(
                                        job,
                                        new RunningWorkload(
                                                running.workload(),
                                                to,
                                                now,
                                                done,
                                                Optional.empty(),
                                                running.preemptions(),
                                                running.backfilledBefore(),
                                                Optional.empty()),
                                        now));
    }

    private static void rerank(ClusterIndex cluster, PendingJob pending, long rank) {
        PendingWorkload queued = pending.pending();
        cluster.dequeue(pending);
        cluster.enqueue(
                new PendingWorkload(
                        queued.workload().withRank(rank),
                        queued.retainedWork(),
                        queued.preemptions(),
                        queued.reservation()));
    }

    private static ClusterSnapshot withNode(ClusterSnapshot snapshot, Node node) {
        List<Node> nodes = new ArrayList<>(snapshot.nodes());
        nodes.removeIf(each -> each.name().equals(node.name()));
        nodes.add(node);
        return withNodes(snapshot, nodes);
    }

    private static ClusterSnapshot withoutNode(ClusterSnapshot snapshot, String name) {
        return withNodes(
                snapshot,
                snapshot.nodes().stream().filter(each -> !each.name().equals(name)).toList());
    }

    private static ClusterSnapshot withNodes(ClusterSnapshot snapshot, List<Node> nodes) {
        return new ClusterSnapshot(
                snapshot.policy(),
                nodes,
                snapshot.teams(),
                snapshot.bookings(),
                snapshot.running(),
                snapshot.pending());
    }

    /** Replaces the quotas and keeps the recorded usage. */
    private static ClusterSnapshot withQuotas(ClusterSnapshot snapshot, List<TeamQuotas> teams) {
        List<TeamQuotas> updated =
                teams.stream()
                        .map(
                                teamQuotas ->
                                        snapshot.teams().stream()
                                                .filter(old -> old.id().equals(teamQuotas.id()))
                                                .findFirst()
                                                .map(old -> teamQuotas.usage(old.usage()))
                                                .orElse(teamQuotas))
                        .toList();
        return new ClusterSnapshot(
                snapshot.policy(),
                snapshot.nodes(),
                updated,
                snapshot.bookings(),
                snapshot.running(),
                snapshot.pending());
    }
}
