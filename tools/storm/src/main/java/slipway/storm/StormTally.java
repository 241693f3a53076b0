package slipway.storm;

/** Counts of a run: a storm without faults proves nothing. */
final class StormTally {
    int calls;
    int acknowledged;
    int refused;
    int faults;
    int crashes;
    int stops;
    int staleServers;
    int sweeps;
    int interleavings;
    int points;

    void add(StormTally other) {
        calls += other.calls;
        acknowledged += other.acknowledged;
        refused += other.refused;
        faults += other.faults;
        crashes += other.crashes;
        stops += other.stops;
        staleServers += other.staleServers;
        sweeps += other.sweeps;
        interleavings += other.interleavings;
        points += other.points;
    }

    @Override
    public String toString() {
        return ("%d calls, %d acknowledged, %d refused; %d faults at %d points,"
                        + " %d deaths, %d stops, %d ghosts, %d sweeps, %d slow")
                .formatted(
                        calls,
                        acknowledged,
                        refused,
                        faults,
                        points,
                        crashes,
                        stops,
                        staleServers,
                        sweeps,
                        interleavings);
    }
}
