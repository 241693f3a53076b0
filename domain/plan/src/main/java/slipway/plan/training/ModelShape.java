package slipway.plan.training;

/**
 * The shape of a model: the numbers from which its operations and its parameters follow.
 *
 * @param kvHeads heads of keys and values (fewer than query heads with GQA)
 * @param headSize head size
 * @param gated 1 where the feed-forward part has a gate matrix, else 0
 * @param publishedGigaflops published operations per token, forward and backward, where the formulas do not describe
 *     the model; else 0
 * @param dispatchWidth the width in which tokens are dispatched to experts
 * @param tiedEmbeddings whether the output layer shares the weights of the embedding table
 */
record ModelShape(
        double layers,
        double hidden,
        double heads,
        double kvHeads,
        double headSize,
        double ffn,
        double vocabulary,
        double gated,
        Routed routed,
        Latent latent,
        double publishedGigaflops,
        double dispatchWidth,
        boolean tiedEmbeddings) {

    /**
     * Mixture of experts (MoE); a count of 0 where the model has none.
     *
     * @param active experts per token (top-k)
     * @param shared shared experts, which see every token
     */
    record Routed(double count, double active, double ffn, double shared) {

        static final Routed NONE = new Routed(0, 0, 0, 0);

        double activeAndShared() {
            return active + shared;
        }
    }

    /**
     * Multi-head latent attention (MLA); zeros where attention is standard.
     *
     * @param denseLayers layers without experts
     */
    record Latent(double queryRank, double keyValueRank, double ropeSize, double denseLayers) {}

    ModelShape withTiedEmbeddings(boolean oneTable) {
        return new ModelShape(
                layers,
                hidden,
                heads,
                kvHeads,
                headSize,
                ffn,
                vocabulary,
                gated,
                routed,
                latent,
                publishedGigaflops,
                dispatchWidth,
                oneTable);
    }

    boolean hasExperts() {
        return routed.count > 0;
    }

    /** The feed-forward width that one token uses. */
    double activeFfn() {
        return hasExperts() ? routed.ffn * routed.activeAndShared() : ffn;
    }

    /** The key by which neighbors compare models. */
    String key() {
        return "%.0fx%.0fx%.0f".formatted(layers, hidden, ffn);
    }
}
