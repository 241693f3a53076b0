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
    static Board to(Board board, Change change, Instant now) {
        switch (change) {
            case Change.Submitted(var workload) -> board.queue(Waiting.of(workload));
            case Change.Ended(var id) ->
                    board.tenant(id)
                            .ifPresentOrElse(
                                    tenant -> board.unseat(tenant, now),
                                    () -> board.waiter(id).ifPresent(board::unqueue));
            case Change.Left(var id, var done) ->
                    board.tenant(id).ifPresent(tenant -> left(board, tenant, done, now));
            case Change.Moved(var id, var done) ->
                    board.tenant(id).ifPresent(tenant -> moved(board, tenant, done, now));
            case Change.Saved(var id, var at) ->
                    board.tenant(id)
                            .ifPresent(tenant -> tenant.becomes(tenant.running().saved(at)));
            case Change.Ranked(var id, var rank) -> {
                board.waiter(id).ifPresent(waiter -> ranked(board, waiter, rank));
                board.tenant(id).ifPresent(tenant -> Share.ranked(tenant, rank));
            }
            case Change.Changed(var node) -> {
                return board.change(node) ? board : new Board(with(board.picture(), node));
            }
            case Change.Removed(var name) -> {
                return new Board(without(board.picture(), name));
            }
            case Change.Shared(var teams) -> {
                return new Board(shared(board.picture(), teams));
            }
            case Change.Booked(var bookings) -> board.book(bookings);
        }
        return board;
    }

    private static void left(Board board, Tenant tenant, Duration done, Instant now) {
        Running running = tenant.running();
        board.unseat(tenant, now);
        board.queue(
                new Waiting(running.workload(), done, running.preempted() + 1, Optional.empty()));
    }

    private static void moved(Board board, Tenant tenant, Duration done, Instant now) {
        Running running = tenant.running();
        running.leaving()
                .flatMap(Running.Leaving::to)
                .ifPresent(
                        to ->
                                board.becomes(
                                        tenant,
                                        new Running(
                                                running.workload(),
                                                to,
                                                now,
                                                done,
                                                Optional.empty(),
                                                running.preempted(),
                                                running.gap(),
                                                Optional.empty()),
                                        now));
    }

    private static void ranked(Board board, Waiter waiter, long rank) {
        Waiting waiting = waiter.waiting();
        board.unqueue(waiter);
        board.queue(
                new Waiting(
                        waiting.workload().ranked(rank),
                        waiting.done(),
                        waiting.preempted(),
                        waiting.promise()));
    }

    private static Cluster with(Cluster cluster, Node node) {
        List<Node> nodes = new ArrayList<>(cluster.nodes());
        nodes.removeIf(each -> each.name().equals(node.name()));
        nodes.add(node);
        return onNodes(cluster, nodes);
    }

    private static Cluster without(Cluster cluster, String name) {
        return onNodes(
                cluster,
                cluster.nodes().stream().filter(each -> !each.name().equals(name)).toList());
    }

    private static Cluster onNodes(Cluster cluster, List<Node> nodes) {
        return new Cluster(
                cluster.policy(),
                nodes,
                cluster.teams(),
                cluster.bookings(),
                cluster.running(),
                cluster.waiting());
    }

    /** Other quotas, but what was used is remembered. */
    private static Cluster shared(Cluster cluster, List<Team> teams) {
        List<Team> kept =
                teams.stream()
                        .map(
                                team ->
                                        cluster.teams().stream()
                                                .filter(old -> old.id().equals(team.id()))
                                                .findFirst()
                                                .map(old -> team.used(old.used()))
                                                .orElse(team))
                        .toList();
        return new Cluster(
                cluster.policy(),
                cluster.nodes(),
                kept,
                cluster.bookings(),
                cluster.running(),
                cluster.waiting());
    }
}
