package slipway.storm;

/** What happened in a run, in numbers: a storm in which nothing happens proves nothing. */
final class StormTally {
    int calls;
    int acknowledged;
    int refused;
    int faults;
    int deaths;
    int stops;
    int ghosts;
    int sweeps;
    int meanwhiles;
    int points;

    void add(StormTally other) {
        calls += other.calls;
        acknowledged += other.acknowledged;
        refused += other.refused;
        faults += other.faults;
        deaths += other.deaths;
        stops += other.stops;
        ghosts += other.ghosts;
        sweeps += other.sweeps;
        meanwhiles += other.meanwhiles;
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
                        deaths,
                        stops,
                        ghosts,
                        sweeps,
                        meanwhiles);
    }
}
