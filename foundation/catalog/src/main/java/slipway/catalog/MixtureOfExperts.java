package slipway.catalog;

/**
 * The mixture of experts of a model: each token is routed to a few experts.
 *
 * @param active experts per token
 * @param ffn width of one expert
 * @param shared shared experts, which see every token
 * @param sharedFfn width of a shared expert
 * @param denseLayers number of leading layers without experts
 * @param every every nth layer after those has experts
 */
public record MixtureOfExperts(
        int count, int active, int ffn, int shared, int sharedFfn, int denseLayers, int every) {

    public MixtureOfExperts {
        if (count < 1 || active < 1 || active > count || every < 1) {
            throw new IllegalArgumentException(
                    "%d of %d experts cannot be active".formatted(active, count));
        }
    }
}
