package slipway.plan.training;

/**
 * Operations for one token in one layer, forward.
 *
 * @param project into and out of attention
 * @param mlp the dense feed-forward part, as a mean over layers
 * @param experts the routed one, as a mean over layers
 * @param core of attention, half of it masked
 */
record Work(double project, double mlp, double experts, double core) {

    /** Heads of latent attention have this width. */
    private static final double LATENT_HEAD = 128;

    static Work of(Shape shape, double seq) {
        double dense = shape.hasExperts() ? shape.latent().dense() / shape.layers() : 1;
        double matrices = 2 * (2 + shape.gated()) * shape.hidden();
        double routed = matrices * shape.routed().ffn() * shape.routed().seen();
        return new Work(
                project(shape),
                matrices * shape.ffn() * dense,
                shape.hasExperts() ? routed * (1 - dense) : 0,
                core(shape, seq));
    }

    /** All weights of the model: half of the operations, all experts, and a table at each end. */
    double parameters(Shape shape) {
        return shape.layers() * ((project + mlp) / 2 + allExperts(shape))
                + 2 * shape.vocabulary() * shape.hidden();
    }

    /** Weights of all experts of a layer. */
    double allExperts(Shape shape) {
        Shape.Routed routed = shape.routed();
        return shape.hasExperts()
                ? experts / 2 * (routed.count() + routed.shared()) / routed.seen()
                : 0;
    }

    private static double project(Shape shape) {
        double h = shape.hidden();
        Shape.Latent latent = shape.latent();
        if (latent.queries() == 0) {
            return 2 * h * (2 * shape.heads() + 2 * shape.kv()) * shape.head();
        }
        double width = shape.heads() * LATENT_HEAD;
        double queries =
                h * latent.queries()
                        + latent.queries() * shape.heads() * (LATENT_HEAD + latent.rope());
        double keys = h * (latent.keys() + latent.rope()) + latent.keys() * 2 * width;
        return 2 * (queries + keys + width * h);
    }

    private static double core(Shape shape, double seq) {
        return shape.latent().queries() == 0
                ? 2 * seq * shape.heads() * shape.head()
                : seq * shape.heads() * (2 * LATENT_HEAD + shape.latent().rope());
    }
}
