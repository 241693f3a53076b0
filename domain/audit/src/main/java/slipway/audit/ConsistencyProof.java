package slipway.audit;

import java.util.List;

/**
 * A consistency proof: a newer Merkle tree contains an older one unchanged, with more leaves after it (RFC 6962).
 *
 * @param from size of the older tree
 * @param to size of the newer
 */
public record ConsistencyProof(long from, long to, List<Sha256Hash> path) {

    public ConsistencyProof {
        path = List.copyOf(path);
    }

    /** Whether the newer root follows from the older one (RFC 9162, 2.1.4.2). Pure: it needs no server. */
    public boolean holds(Sha256Hash older, Sha256Hash newer) {
        if (from < 0 || from > to) {
            return false;
        }
        if (from == to) {
            return path.isEmpty() && older.equals(newer);
        }
        if (from == 0) {
            return path.isEmpty() && older.equals(Sha256Hash.EMPTY);
        }
        return !path.isEmpty() && climb(older, newer);
    }

    /**
     * Climbs both trees at once: what joins from the left is in both, what joins from the right is only in the newer.
     */
    private boolean climb(Sha256Hash older, Sha256Hash newer) {
        boolean whole = Long.bitCount(from) == 1;
        List<Sha256Hash> joining = whole ? path : path.subList(1, path.size());
        long at = from - 1;
        long last = to - 1;
        while ((at & 1) == 1) {
            at >>= 1;
            last >>= 1;
        }
        Sha256Hash inOlder = whole ? older : path.getFirst();
        Sha256Hash inNewer = inOlder;
        for (Sha256Hash next : joining) {
            if (last == 0) {
                return false;
            }
            if ((at & 1) == 1 || at == last) {
                inOlder = Sha256Hash.node(next, inOlder);
                inNewer = Sha256Hash.node(next, inNewer);
                while ((at & 1) == 0 && at != 0) {
                    at >>= 1;
                    last >>= 1;
                }
            } else {
                inNewer = Sha256Hash.node(inNewer, next);
            }
            at >>= 1;
            last >>= 1;
        }
        return last == 0 && inOlder.equals(older) && inNewer.equals(newer);
    }
}
