package slipway.schedule.snapshot;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A snapshot: everything the scheduler knows at one instant. Order does not matter, the scheduler sorts as needed. */
public record ClusterSnapshot(
        SchedulingPolicy policy,
        List<Node> nodes,
        List<TeamQuotas> teams,
        List<Booking> bookings,
        List<RunningWorkload> running,
        List<PendingWorkload> waiting) {

    public ClusterSnapshot {
        nodes = List.copyOf(nodes);
        teams = List.copyOf(teams);
        bookings = List.copyOf(bookings);
        running = List.copyOf(running);
        waiting = List.copyOf(waiting);
        once("node", nodes.stream().map(Node::name));
        once("team", teams.stream().map(TeamQuotas::id));
        once(
                "workload",
                Stream.concat(
                        running.stream().map(RunningWorkload::id),
                        waiting.stream().map(PendingWorkload::id)));
    }

    public static ClusterSnapshot of(List<Node> nodes, List<TeamQuotas> teams) {
        return new ClusterSnapshot(
                SchedulingPolicy.USUAL, nodes, teams, List.of(), List.of(), List.of());
    }

    private static void once(String noun, Stream<?> names) {
        Set<Object> seen = new HashSet<>();
        names.forEach(
                name -> {
                    if (!seen.add(name)) {
                        throw new IllegalArgumentException(
                                "The %s %s is there twice".formatted(noun, name));
                    }
                });
    }

    public ClusterSnapshot under(SchedulingPolicy other) {
        return new ClusterSnapshot(other, nodes, teams, bookings, running, waiting);
    }

    public ClusterSnapshot booked(List<Booking> other) {
        return new ClusterSnapshot(policy, nodes, teams, other, running, waiting);
    }

    public ClusterSnapshot with(
            List<RunningWorkload> nowRunning, List<PendingWorkload> nowWaiting) {
        return new ClusterSnapshot(policy, nodes, teams, bookings, nowRunning, nowWaiting);
    }

    public ClusterSnapshot waiting(List<PendingWorkload> other) {
        return with(running, other);
    }
}
