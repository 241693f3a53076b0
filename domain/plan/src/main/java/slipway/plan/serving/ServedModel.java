package slipway.plan.serving;

/**
 * The parameters and the cache of a served model, as far as its speed depends on them.
 *
 * @param key the name under which the shape was measured, else the model's own name
 * @param heads attention heads; the tensor-parallel size (tp) must divide them
 * @param activeParams parameters that one token is multiplied with
 * @param denseParams parameters that every token uses
 * @param expertParams parameters of all experts
 * @param expertShare the share of the experts that one token uses; 0 without experts
 * @param embeddingParams parameters of the embedding table, always in at least 16 bits
 * @param kvPerToken numbers that one token adds to the KV cache, all layers together
 */
record ServedModel(
        String key,
        double layers,
        double hidden,
        int heads,
        double activeParams,
        double denseParams,
        double expertParams,
        double expertShare,
        double embeddingParams,
        double kvPerToken) {

    /** Parameters that a token may be multiplied with. */
    double params() {
        return denseParams + expertParams;
    }
}
