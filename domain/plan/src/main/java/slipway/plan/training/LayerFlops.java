package slipway.plan.training;

/**
 * Operations (FLOPs) of the forward pass for one token in one layer.
 *
 * @param projections the projections before and after attention
 * @param mlp the dense feed-forward part (MLP), averaged over layers
 * @param experts the routed and shared experts, averaged over layers
 * @param attention the attention core (scores and values); the causal mask halves it, a sliding window bounds it
 */
record LayerFlops(double projections, double mlp, double experts, double attention) {

    /** Head size of multi-head latent attention (MLA). */
    private static final double LATENT_HEAD = 128;

    static LayerFlops of(ModelShape modelShape, double seq) {
        ModelShape.Routed routed = modelShape.routed();
        double dense = modelShape.hasExperts() ? routed.denseLayers() / modelShape.layers() : 1;
        double matrices = 2 * modelShape.feedForward().matrices() * modelShape.hidden();
        return new LayerFlops(
                projections(modelShape),
                matrices * modelShape.feedForward().ffn() * dense,
                modelShape.hasExperts()
                        ? matrices * routed.ffn() * routed.activeAndShared() * (1 - dense)
                        : 0,
                attention(modelShape, seq));
    }

    /** All parameters of the model: half of the operations, all experts, and an embedding table at each end. */
    double parameters(ModelShape modelShape) {
        return modelShape.layers() * (denseParameters(modelShape) + expertParameters(modelShape))
                + 2 * modelShape.vocabulary() * modelShape.hidden();
    }

    /** Parameters of one layer that every token uses: projections, dense MLP and shared experts. */
    double denseParameters(ModelShape modelShape) {
        return (projections + mlp) / 2 + ofOneExpert(modelShape) * modelShape.routed().shared();
    }

    /** Parameters of the routed experts of one layer. */
    double expertParameters(ModelShape modelShape) {
        return ofOneExpert(modelShape) * modelShape.routed().count();
    }

    /** Parameters of one expert, averaged over layers. */
    private double ofOneExpert(ModelShape modelShape) {
        return modelShape.hasExperts() ? experts / 2 / modelShape.routed().activeAndShared() : 0;
    }

    private static double projections(ModelShape modelShape) {
        double h = modelShape.hidden();
        ModelShape.AttentionShape attention = modelShape.attention();
        ModelShape.Latent latent = attention.latent();
        if (latent.queryRank() == 0) {
            return 2 * h * (2 * attention.heads() + 2 * attention.kvHeads()) * attention.headSize();
        }
        double width = attention.heads() * LATENT_HEAD;
        double queries =
                h * latent.queryRank()
                        + latent.queryRank()
                                * attention.heads()
                                * (LATENT_HEAD + latent.ropeSize());
        double keys =
                h * (latent.keyValueRank() + latent.ropeSize()) + latent.keyValueRank() * 2 * width;
        return 2 * (queries + keys + width * h);
    }

    private static double attention(ModelShape modelShape, double seq) {
        ModelShape.AttentionShape attention = modelShape.attention();
        double keys = attention.window().meanKeys(seq, modelShape.layers());
        return attention.latent().queryRank() == 0
                ? 4 * keys * attention.heads() * attention.headSize()
                : 2 * keys * attention.heads() * (2 * LATENT_HEAD + attention.latent().ropeSize());
    }
}
