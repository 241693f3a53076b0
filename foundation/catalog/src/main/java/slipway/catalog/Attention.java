package slipway.catalog;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The attention of a model.
 *
 * @param heads query heads
 * @param kvHeads key and value heads; fewer than query heads with grouped-query attention
 * @param headDim width of a head
 * @param latent multi-head latent attention; then kvHeads and headDim do not determine the KV cache
 * @param window sliding window in tokens; empty for full attention
 * @param fullEvery with a window, every nth layer has full attention; 0 for none
 * @param qkNorm whether queries and keys are normalized
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
     * @param qRank rank of the query compression; empty without it
     * @param kvRank rank of the key and value compression: the KV cache holds this and {@code ropeDim} numbers for
     *     a token
     * @param ropeDim part of a key with position encoding
     * @param nopeDim part of a key without position encoding
     */
    public record Latent(OptionalInt qRank, int kvRank, int ropeDim, int nopeDim, int valueDim) {}

    /** Numbers in the KV cache of one layer for one token. */
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
