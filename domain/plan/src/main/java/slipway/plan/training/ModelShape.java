package slipway.plan.training;

/**
 * What a model is made of, in the numbers that its work follows from.
 *
 * @param kv heads of keys and values
 * @param head the width of one head
 * @param gated 1 where the feed-forward part has a third matrix, else 0
 * @param gigaflops published work for a token, forward and backward, where these numbers do not describe the model;
 *     else 0
 * @param travel the width in which tokens go to experts
 * @param tied whether the first table, of tokens, serves as the last one too
 */
record ModelShape(
        double layers,
        double hidden,
        double heads,
        double kv,
        double head,
        double ffn,
        double vocabulary,
        double gated,
        Routed routed,
        Latent latent,
        double gigaflops,
        double travel,
        boolean tied) {

    /**
     * Experts of which each token sees some; a count of 0 where there are none.
     *
     * @param active so many see a token
     * @param shared so many see every token, besides
     */
    record Routed(double count, double active, double ffn, double shared) {

        static final Routed NONE = new Routed(0, 0, 0, 0);

        double seen() {
            return active + shared;
        }
    }

    /**
     * Attention through a narrow state; zeros where it is the usual one.
     *
     * @param dense so many layers have no experts
     */
    record Latent(double queries, double keys, double rope, double dense) {}

    ModelShape with(boolean oneTable) {
        return new ModelShape(
                layers,
                hidden,
                heads,
                kv,
                head,
                ffn,
                vocabulary,
                gated,
                routed,
                latent,
                gigaflops,
                travel,
                oneTable);
    }

    boolean hasExperts() {
        return routed.count > 0;
    }

    /** The width inside a layer that a token meets. */
    double inner() {
        return hasExperts() ? routed.ffn * routed.seen() : ffn;
    }

    /** What tells models apart when neighbours are compared. */
    String key() {
        return "%.0fx%.0fx%.0f".formatted(layers, hidden, ffn);
    }
}
