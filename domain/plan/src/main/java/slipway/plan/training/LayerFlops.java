package slipway.plan.training;

/**
 * Operations for one token in one layer, forward.
 *
 * @param project into and out of attention
 * @param mlp the dense feed-forward part, as a mean over layers
 * @param experts the routed one, as a mean over layers
 * @param core of attention, half of it masked
 */
record LayerFlops(double project, double mlp, double experts, double core) {

    /** Heads of latent attention have this width. */
    private static final double LATENT_HEAD = 128;

    static LayerFlops of(ModelShape modelShape, double seq) {
        double dense =
                modelShape.hasExperts() ? modelShape.latent().dense() / modelShape.layers() : 1;
        double matrices = 2 * (2 + modelShape.gated()) * modelShape.hidden();
        double routed = matrices * modelShape.routed().ffn() * modelShape.routed().seen();
        return new LayerFlops(
                project(modelShape),
                matrices * modelShape.ffn() * dense,
                modelShape.hasExperts() ? routed * (1 - dense) : 0,
                core(modelShape, seq));
    }

    /** All weights of the model: half of the operations, all experts, and a table at each end. */
    double parameters(ModelShape modelShape) {
        return modelShape.layers() * ((project + mlp) / 2 + allExperts(modelShape))
                + 2 * modelShape.vocabulary() * modelShape.hidden();
    }

    /** Weights of all experts of a layer. */
    double allExperts(ModelShape modelShape) {
        ModelShape.Routed routed = modelShape.routed();
        return modelShape.hasExperts()
                ? experts / 2 * (routed.count() + routed.shared()) / routed.seen()
                : 0;
    }

    private static double project(ModelShape modelShape) {
        double h = modelShape.hidden();
        ModelShape.Latent latent = modelShape.latent();
        if (latent.queries() == 0) {
            return 2 * h * (2 * modelShape.heads() + 2 * modelShape.kv()) * modelShape.head();
        }
        double width = modelShape.heads() * LATENT_HEAD;
        double queries =
                h * latent.queries()
                        + latent.queries() * modelShape.heads() * (LATENT_HEAD + latent.rope());
        double keys = h * (latent.keys() + latent.rope()) + latent.keys() * 2 * width;
        return 2 * (queries + keys + width * h);
    }

    private static double core(ModelShape modelShape, double seq) {
        return modelShape.latent().queries() == 0
                ? 2 * seq * modelShape.heads() * modelShape.head()
                : seq * modelShape.heads() * (2 * LATENT_HEAD + modelShape.latent().rope());
    }
}
