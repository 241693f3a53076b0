package slipway.plan.training;

/**
 * Accelerators that a task could have.
 *
 * @param all so many
 * @param node so many in one machine
 */
public record Site(Rates rates, int all, int node) {

    public Site {
        if (all < 1 || node < 1) {
            throw new IllegalArgumentException("A site has accelerators: " + all + ", " + node);
        }
    }

    /** So many share the fast link. */
    double domain() {
        double joined = rates.domain();
        return Math.max(1, joined <= 8 ? Math.min(joined, node) : joined);
    }
}
