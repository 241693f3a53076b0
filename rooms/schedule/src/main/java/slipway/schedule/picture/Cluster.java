package slipway.schedule.picture;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Everything the scheduler knows at one instant. Order does not matter: the scheduler sorts by what it needs. */
public record Cluster(
        Policy policy,
        List<Node> nodes,
        List<Team> teams,
        List<Booking> bookings,
        List<Running> running,
        List<Waiting> waiting) {

    public Cluster {
        nodes = List.copyOf(nodes);
        teams = List.copyOf(teams);
        bookings = List.copyOf(bookings);
        running = List.copyOf(running);
        waiting = List.copyOf(waiting);
        once("node", nodes.stream().map(Node::name));
        once("team", teams.stream().map(Team::id));
        once(
                "workload",
                Stream.concat(
                        running.stream().map(Running::id), waiting.stream().map(Waiting::id)));
    }

    public static Cluster of(List<Node> nodes, List<Team> teams) {
        return new Cluster(Policy.USUAL, nodes, teams, List.of(), List.of(), List.of());
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

    public Cluster under(Policy other) {
        return new Cluster(other, nodes, teams, bookings, running, waiting);
    }

    public Cluster booked(List<Booking> other) {
        return new Cluster(policy, nodes, teams, other, running, waiting);
    }

    public Cluster with(List<Running> nowRunning, List<Waiting> nowWaiting) {
        return new Cluster(policy, nodes, teams, bookings, nowRunning, nowWaiting);
    }

    public Cluster waiting(List<Waiting> other) {
        return with(running, other);
    }
}
