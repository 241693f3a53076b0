package slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.schedule.picture.Cluster;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Running;
import slipway.schedule.picture.Team;
import slipway.schedule.picture.Waiting;

/** A change, made on the board. What is about a workload that is no more is past and changes nothing. */
final class Applied {

    private Applied() {}

    /** The board itself, or a new one where so much is different that it is laid out again. */
    static Board to(Board clusterIndex, Change change, Instant now) {
        switch (change) {
            case Change.Submitted(var schedulableWorkload) ->
                    clusterIndex.queue(Waiting.of(schedulableWorkload));
            case Change.Ended(var id) ->
                    clusterIndex
                            .tenant(id)
                            .ifPresentOrElse(
                                    runningJob -> clusterIndex.unseat(runningJob, now),
                                    () -> clusterIndex.waiter(id).ifPresent(clusterIndex::unqueue));
            case Change.Left(var id, var done) ->
                    clusterIndex
                            .tenant(id)
                            .ifPresent(runningJob -> left(clusterIndex, runningJob, done, now));
            case Change.Moved(var id, var done) ->
                    clusterIndex
                            .tenant(id)
                            .ifPresent(runningJob -> moved(clusterIndex, runningJob, done, now));
            case Change.Saved(var id, var at) ->
                    clusterIndex
                            .tenant(id)
                            .ifPresent(
                                    runningJob ->
                                            runningJob.becomes(runningJob.running().saved(at)));
            case Change.Ranked(var id, var rank) -> {
                clusterIndex
                        .waiter(id)
                        .ifPresent(pendingJob -> ranked(clusterIndex, pendingJob, rank));
                clusterIndex.tenant(id).ifPresent(runningJob -> Share.ranked(runningJob, rank));
            }
            case Change.Changed(var node) -> {
                return clusterIndex.change(node)
                        ? clusterIndex
                        : new Board(with(clusterIndex.picture(), node));
            }
            case Change.Removed(var name) -> {
                return new Board(without(clusterIndex.picture(), name));
            }
            case Change.Shared(var teams) -> {
                return new Board(shared(clusterIndex.picture(), teams));
            }
            case Change.Booked(var bookings) -> clusterIndex.book(bookings);
        }
        return clusterIndex;
    }

    private static void left(Board clusterIndex, Tenant runningJob, Duration done, Instant now) {
        Running runningWorkload = runningJob.running();
        clusterIndex.unseat(runningJob, now);
        clusterIndex.queue(
                new Waiting(
                        runningWorkload.workload(),
                        done,
                        runningWorkload.preempted() + 1,
                        Optional.empty()));
    }

    private static void moved(Board clusterIndex, Tenant runningJob, Duration done, Instant now) {
        Running runningWorkload = runningJob.running();
        runningWorkload
                .leaving()
                .flatMap(Running.Leaving::to)
                .ifPresent(
                        to ->
                                clusterIndex.becomes(
                                        runningJob,
                                        new Running(
                                                runningWorkload.workload(),
                                                to,
                                                now,
                                                done,
                                                Optional.empty(),
                                                runningWorkload.preempted(),
                                                runningWorkload.gap(),
                                                Optional.empty()),
                                        now));
    }

    private static void ranked(Board clusterIndex, Waiter pendingJob, long rank) {
        Waiting pendingWorkload = pendingJob.waiting();
        clusterIndex.unqueue(pendingJob);
        clusterIndex.queue(
                new Waiting(
                        pendingWorkload.workload().ranked(rank),
                        pendingWorkload.done(),
                        pendingWorkload.preempted(),
                        pendingWorkload.promise()));
    }

    private static Cluster with(Cluster clusterSnapshot, Node node) {
        List<Node> nodes = new ArrayList<>(clusterSnapshot.nodes());
        nodes.removeIf(each -> each.name().equals(node.name()));
        nodes.add(node);
        return onNodes(clusterSnapshot, nodes);
    }

    private static Cluster without(Cluster clusterSnapshot, String name) {
        return onNodes(
                clusterSnapshot,
                clusterSnapshot.nodes().stream()
                        .filter(each -> !each.name().equals(name))
                        .toList());
    }

    private static Cluster onNodes(Cluster clusterSnapshot, List<Node> nodes) {
        return new Cluster(
                clusterSnapshot.policy(),
                nodes,
                clusterSnapshot.teams(),
                clusterSnapshot.bookings(),
                clusterSnapshot.running(),
                clusterSnapshot.waiting());
    }

    /** Other quotas, but what was used is remembered. */
    private static Cluster shared(Cluster clusterSnapshot, List<Team> teams) {
        List<Team> kept =
                teams.stream()
                        .map(
                                teamQuotas ->
                                        clusterSnapshot.teams().stream()
                                                .filter(old -> old.id().equals(teamQuotas.id()))
                                                .findFirst()
                                                .map(old -> teamQuotas.used(old.used()))
                                                .orElse(teamQuotas))
                        .toList();
        return new Cluster(
                clusterSnapshot.policy(),
                clusterSnapshot.nodes(),
                kept,
                clusterSnapshot.bookings(),
                clusterSnapshot.running(),
                clusterSnapshot.waiting());
    }
}
