package slipway.plan.training;

/**
 * Operations (FLOPs) of the forward pass for one token in one layer.
 *
 * @param projections the projections before and after attention
 * @param mlp the dense feed-forward part (MLP), averaged over layers
 * @param experts the routed experts, averaged over layers
 * @param attention the attention core (scores and values); the causal mask halves it
 */
record LayerFlops(double projections, double mlp, double experts, double attention) {

    /** Head size of multi-head latent attention (MLA). */
    private static final double LATENT_HEAD = 128;

    static LayerFlops of(ModelShape modelShape, double seq) {
        double dense =
                modelShape.hasExperts()
                        ? modelShape.latent().denseLayers() / modelShape.layers()
                        : 1;
        double matrices = 2 * (2 + modelShape.gated()) * modelShape.hidden();
        double routed =
                matrices * modelShape.routed().ffn() * modelShape.routed().activeAndShared();
        return new LayerFlops(
                projections(modelShape),
                matrices * modelShape.ffn() * dense,
                modelShape.hasExperts() ? routed * (1 - dense) : 0,
                attention(modelShape, seq));
    }

    /** All parameters of the model: half of the operations, all experts, and an embedding table at each end. */
    double parameters(ModelShape modelShape) {
        return modelShape.layers() * ((projections + mlp) / 2 + allExperts(modelShape))
                + 2 * modelShape.vocabulary() * modelShape.hidden();
    }

    /** Parameters of all experts of one layer. */
    double allExperts(ModelShape modelShape) {
        ModelShape.Routed routed = modelShape.routed();
        return modelShape.hasExperts()
                ? experts / 2 * (routed.count() + routed.shared()) / routed.activeAndShared()
                : 0;
    }

    private static double projections(ModelShape modelShape) {
        double h = modelShape.hidden();
        ModelShape.Latent latent = modelShape.latent();
        if (latent.queryRank() == 0) {
            return 2
                    * h
                    * (2 * modelShape.heads() + 2 * modelShape.kvHeads())
                    * modelShape.headSize();
        }
        double width = modelShape.heads() * LATENT_HEAD;
        double queries =
                h * latent.queryRank()
                        + latent.queryRank()
                                * modelShape.heads()
                                * (LATENT_HEAD + latent.ropeSize());
        double keys =
                h * (latent.keyValueRank() + latent.ropeSize()) + latent.keyValueRank() * 2 * width;
        return 2 * (queries + keys + width * h);
    }

    private static double attention(ModelShape modelShape, double seq) {
        return modelShape.latent().queryRank() == 0
                ? 2 * seq * modelShape.heads() * modelShape.headSize()
                : seq * modelShape.heads() * (2 * LATENT_HEAD + modelShape.latent().ropeSize());
    }
}
