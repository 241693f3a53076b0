package slipway.catalog;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * How the tokens of a model look at each other.
 *
 * @param heads that ask
 * @param kvHeads that answer; fewer than heads share their keys and values
 * @param headDim numbers in a key
 * @param latent keys and values are kept compressed; then kvHeads and headDim say nothing about the cache
 * @param window so many tokens back are seen; empty when all are
 * @param fullEvery with a window, one in so many layers sees everything all the same; 0 when none does
 * @param qkNorm whether questions and keys are normalised
 */
public record Attention(
        int heads,
        int kvHeads,
        int headDim,
        Optional<Latent> latent,
        OptionalInt window,
        int fullEvery,
        boolean qkNorm) {

    /**
     * Multi-head latent attention, as DeepSeek has it.
     *
     * @param qRank how far questions are compressed; empty when they are not
     * @param kvRank how far keys and values are compressed: what the cache holds of a token, with {@code ropeDim}
     * @param ropeDim numbers of a key that carry the position
     * @param nopeDim numbers of a key that do not
     */
    public record Latent(OptionalInt qRank, int kvRank, int ropeDim, int nopeDim, int valueDim) {}

    /** What a token leaves in the cache of one layer, in numbers. */
    public long kvCacheValuesPerToken() {
        return latent.map(it -> (long) it.kvRank() + it.ropeDim())
                .orElseGet(() -> 2L * kvHeads * headDim);
    }

    /** In one layer. */
    long parameters(int hidden, Architecture.Bias bias) {
        long weights =
                latent.map(it -> latentParameters(it, hidden))
                        .orElseGet(() -> multiHeadParameters(hidden));
        long qkvBias = bias == Architecture.Bias.NONE ? 0 : (heads + 2L * kvHeads) * headDim;
        long outputBias = bias == Architecture.Bias.ALL ? hidden : 0;
        return weights + qkvBias + outputBias + (qkNorm ? 2L * headDim : 0);
    }

    private long multiHeadParameters(long hidden) {
        return Math.multiplyExact(hidden, 2L * heads * headDim + 2L * kvHeads * headDim);
    }

    private long latentParameters(Latent latent, long hidden) {
        long keys = (long) heads * (latent.nopeDim() + latent.ropeDim());
        long queryWeights =
                latent.qRank().isPresent()
                        ? latent.qRank().getAsInt() * (hidden + 1 + keys)
                        : hidden * keys;
        long compressionWeights = hidden * (latent.kvRank() + latent.ropeDim()) + latent.kvRank();
        long decompressionWeights =
                (long) latent.kvRank() * heads * (latent.nopeDim() + latent.valueDim());
        return queryWeights
                + compressionWeights
                + decompressionWeights
                + (long) heads * latent.valueDim() * hidden;
    }
}
