package slipway.plan.training;

import java.util.Locale;

/**
 * The shape of a model: the numbers from which its operations and its parameters follow.
 *
 * @param publishedGigaflops published operations per token, forward and backward, where the formulas do not describe
 *     the model; else 0
 * @param dispatchWidth the width in which tokens are dispatched to experts
 * @param tiedEmbeddings whether the output layer shares the weights of the embedding table
 */
record ModelShape(
        double layers,
        double hidden,
        double vocabulary,
        AttentionShape attention,
        FeedForward feedForward,
        double publishedGigaflops,
        double dispatchWidth,
        boolean tiedEmbeddings) {

    /**
     * Attention of one layer.
     *
     * @param kvHeads heads of keys and values (fewer than query heads with GQA)
     * @param headSize head size
     */
    record AttentionShape(
            double heads, double kvHeads, double headSize, Latent latent, Window window) {}

    /** Multi-head latent attention (MLA); zeros where attention is standard. */
    record Latent(double queryRank, double keyValueRank, double ropeSize) {

        static final Latent NONE = new Latent(0, 0, 0);
    }

    /**
     * Sliding-window attention.
     *
     * @param tokens tokens that a query sees at most; 0 without a window
     * @param fullEvery every nth layer has full attention; 0 for none
     */
    record Window(double tokens, double fullEvery) {

        static final Window NONE = new Window(0, 0);

        /** Keys that a query sees, averaged over a causal sequence and over the layers. */
        double meanKeys(double seq, double layers) {
            double causal = seq / 2;
            if (tokens == 0 || tokens >= seq) {
                return causal;
            }
            double full = fullEvery == 0 ? 0 : Math.floor(layers / fullEvery) / layers;
            double windowed = tokens - tokens * tokens / (2 * seq);
            return full * causal + (1 - full) * windowed;
        }
    }

    /**
     * The feed-forward part (MLP) of one layer.
     *
     * @param ffn width of the dense layers
     * @param gated 1 where it has a gate matrix, else 0
     */
    record FeedForward(double ffn, double gated, Routed routed) {

        /** Matrices of one MLP. */
        double matrices() {
            return 2 + gated;
        }
    }

    /**
     * Mixture of experts (MoE); a count of 0 where the model has none.
     *
     * @param active experts per token (top-k)
     * @param shared shared experts, which see every token, as a multiple of the width of a routed one
     * @param denseLayers layers without experts
     */
    record Routed(double count, double active, double ffn, double shared, double denseLayers) {

        static final Routed NONE = new Routed(0, 0, 0, 0, 0);

        double activeAndShared() {
            return active + shared;
        }
    }

    ModelShape withTiedEmbeddings(boolean oneTable) {
        return new ModelShape(
                layers,
                hidden,
                vocabulary,
                attention,
                feedForward,
                publishedGigaflops,
                dispatchWidth,
                oneTable);
    }

    Routed routed() {
        return feedForward.routed;
    }

    boolean hasExperts() {
        return routed().count > 0;
    }

    /** The feed-forward width that one token uses. */
    double activeFfn() {
        return hasExperts() ? routed().ffn * routed().activeAndShared() : feedForward.ffn;
    }

    /** The key by which neighbors compare models. */
    String key() {
        return String.format(Locale.ROOT, "%.0fx%.0fx%.0f", layers, hidden, feedForward.ffn);
    }
}
