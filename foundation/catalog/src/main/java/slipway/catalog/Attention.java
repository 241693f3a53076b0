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
    public long cached() {
        return latent.map(it -> (long) it.kvRank() + it.ropeDim())
                .orElseGet(() -> 2L * kvHeads * headDim);
    }

    /** In one layer. */
    long parameters(int hidden, Architecture.Bias bias) {
        long weights = latent.map(it -> compressed(it, hidden)).orElseGet(() -> plain(hidden));
        long asking = bias == Architecture.Bias.NONE ? 0 : (heads + 2L * kvHeads) * headDim;
        long answering = bias == Architecture.Bias.ALL ? hidden : 0;
        return weights + asking + answering + (qkNorm ? 2L * headDim : 0);
    }

    private long plain(long hidden) {
        return Math.multiplyExact(hidden, 2L * heads * headDim + 2L * kvHeads * headDim);
    }

    private long compressed(Latent by, long hidden) {
        long keys = (long) heads * (by.nopeDim() + by.ropeDim());
        long asked =
                by.qRank().isPresent()
                        ? by.qRank().getAsInt() * (hidden + 1 + keys)
                        : hidden * keys;
        long kept = hidden * (by.kvRank() + by.ropeDim()) + by.kvRank();
        long opened = (long) by.kvRank() * heads * (by.nopeDim() + by.valueDim());
        return asked + kept + opened + (long) heads * by.valueDim() * hidden;
    }
}
