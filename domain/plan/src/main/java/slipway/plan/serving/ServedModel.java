package slipway.plan.serving;

/**
 * The parameters and the cache of a served model, as far as its speed depends on them.
 *
 * @param key the name under which the shape was measured, else the model's own name
 */
record ServedModel(
        String key,
        double layers,
        double hidden,
        Parameters parameters,
        ServedAttention attention) {

    /**
     * @param active parameters that one token is multiplied with
     * @param dense parameters that every token uses
     * @param experts parameters of all experts
     * @param expertShare the share of the experts that one token uses; 0 without experts
     * @param embedding parameters of the embedding table, always in at least 16 bits
     */
    record Parameters(
            double active, double dense, double experts, double expertShare, double embedding) {

        /** Parameters that a token may be multiplied with. */
        double multiplied() {
            return dense + experts;
        }
    }

    /**
     * @param heads attention heads; the tensor-parallel size (tp) must divide them
     * @param kvHeads heads of keys and values that tp can divide; 1 with latent attention (MLA), whose cache all heads
     *     share
     * @param perToken numbers that one token adds to the KV cache of a layer
     * @param window tokens that a layer with a sliding window keeps; 0 without one
     * @param fullEvery with a window, every nth layer keeps all tokens; 0 for none
     */
    record ServedAttention(
            int heads, double kvHeads, double perToken, double window, double fullEvery) {

        /** Whether tp ranks each get whole heads, and whole KV heads or a copy of one. */
        boolean divides(int tp) {
            return heads % tp == 0 && (kvHeads % tp == 0 || tp % kvHeads == 0);
        }

        /** Copies of the cache: tp ranks that have no KV head of their own repeat one. */
        double copies(double tp) {
            return Math.max(1, tp / kvHeads);
        }
    }

    /** Numbers in one copy of the KV cache of a request with so many tokens. */
    double cachedNumbers(double context) {
        double full = fullLayers();
        double kept = Math.min(context, windowOrAll(context));
        return attention.perToken * (full * context + (layers - full) * kept);
    }

    /** Pairs of a query and a key that it sees in a causal sequence, summed over layers. */
    double attendedPairs(double tokens) {
        double window = Math.min(tokens, windowOrAll(tokens));
        double windowed = window * tokens - window * window / 2;
        double full = fullLayers();
        return full * tokens * tokens / 2 + (layers - full) * windowed;
    }

    private double windowOrAll(double tokens) {
        return attention.window > 0 ? attention.window : tokens;
    }

    private double fullLayers() {
        if (attention.window == 0) {
            return layers;
        }
        return attention.fullEvery == 0 ? 0 : Math.floor(layers / attention.fullEvery);
    }
}
