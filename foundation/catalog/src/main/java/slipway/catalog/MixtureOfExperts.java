package slipway.catalog;

/**
 * A layer that holds many small networks and sends each token through a few of them.
 *
 * @param active so many see a token
 * @param ffn the width of one
 * @param shared so many besides see every token
 * @param sharedFfn the width of one of these
 * @param denseLayers so many of the first layers have none
 * @param every of the layers after that, one in so many has them
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
