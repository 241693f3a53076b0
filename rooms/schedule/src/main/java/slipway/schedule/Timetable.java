package slipway.schedule;

import java.util.Arrays;

/**
 * When the hosts of a pool will have how many accelerators free, going by upper ends: in plain rows, one for each number
 * of accelerators, because the search for the soonest reads through all hosts and what lies in a row is read fast.
 */
final class Timetable {

    private static final long STALE = Long.MIN_VALUE;

    private final Pool pool;
    private long[][] rows = new long[0][];

    Timetable(Pool pool) {
        this.pool = pool;
    }

    void stale(Host host) {
        for (long[] row : rows) {
            if (host.place < row.length) {
                row[host.place] = STALE;
            }
        }
    }

    /** When so many accelerators of the host are free; 0 if they are. A time that has passed is worked out anew. */
    long soonest(Host host, int count, long now) {
        long[] row = row(count);
        long known = row[host.place];
        if (known == STALE || (known <= now && known != 0)) {
            Host.Ends ends = host.ends(now);
            known = ends.upper(ends.device(count - 1));
            row[host.place] = known;
        }
        return known;
    }

    private long[] row(int count) {
        if (rows.length == 0) {
            rows = new long[pool.count() + 1][0];
        }
        if (rows[count].length < pool.hosts.size()) {
            rows[count] = new long[pool.hosts.size()];
            Arrays.fill(rows[count], STALE);
        }
        return rows[count];
    }
}
