package slipway.schedule.snapshot;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The snapshot that a scheduling cycle reads: all nodes, teams and workloads at one instant. Order does not matter, the
 * scheduler sorts as needed.
 */
public record ClusterSnapshot(
        SchedulingPolicy policy,
        List<Node> nodes,
        List<TeamQuotas> teams,
        List<Booking> bookings,
        List<RunningWorkload> running,
        List<PendingWorkload> pending) {

    public ClusterSnapshot {
        nodes = List.copyOf(nodes);
        teams = List.copyOf(teams);
        bookings = List.copyOf(bookings);
        running = List.copyOf(running);
        pending = List.copyOf(pending);
        requireUnique("node", nodes.stream().map(Node::name));
        requireUnique("team", teams.stream().map(TeamQuotas::id));
        requireUnique(
                "workload",
                Stream.concat(
                        running.stream().map(RunningWorkload::id),
                        pending.stream().map(PendingWorkload::id)));
    }

    public static ClusterSnapshot of(List<Node> nodes, List<TeamQuotas> teams) {
        return new ClusterSnapshot(
                SchedulingPolicy.DEFAULT, nodes, teams, List.of(), List.of(), List.of());
    }

    private static void requireUnique(String noun, Stream<?> names) {
        Set<Object> seen = new HashSet<>();
        names.forEach(
                name -> {
                    if (!seen.add(name)) {
                        throw new IllegalArgumentException(
                                "The snapshot has two of %s %s".formatted(noun, name));
                    }
                });
    }

    public ClusterSnapshot withPolicy(SchedulingPolicy other) {
        return new ClusterSnapshot(other, nodes, teams, bookings, running, pending);
    }

    public ClusterSnapshot withBookings(List<Booking> other) {
        return new ClusterSnapshot(policy, nodes, teams, other, running, pending);
    }

    public ClusterSnapshot with(
            List<RunningWorkload> nowRunning, List<PendingWorkload> nowPending) {
        return new ClusterSnapshot(policy, nodes, teams, bookings, nowRunning, nowPending);
    }

    public ClusterSnapshot pending(List<PendingWorkload> other) {
        return with(running, other);
    }
}
