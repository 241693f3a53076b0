package slipway.catalog;

import java.util.Locale;
import java.util.Optional;

/**
 * What a transformer is made of: the numbers from which its memory and its work follow. Read one by name from the
 * {@linkplain Catalog#models() catalog}, from a Hugging Face {@code config.json} or from plain numbers.
 *
 * @param hidden numbers that stand for one token between layers
 * @param ffn the width inside a layer's feed-forward part; of a model with experts, in its layers without them
 * @param gated whether that part has a third matrix, as in SwiGLU
 * @param tied whether the first table, of tokens, serves as the last one too
 * @param context the most tokens it was made for
 * @param normsPerLayer so many vectors of {@code hidden} numbers
 */
public record Architecture(
        String name,
        int layers,
        int hidden,
        int vocabulary,
        int context,
        Attention attention,
        int ffn,
        boolean gated,
        Optional<MixtureOfExperts> experts,
        boolean tied,
        Norm norm,
        int normsPerLayer,
        Positions positions,
        Bias bias) {

    /** How the numbers of a token are kept in bounds. */
    public enum Norm {
        /** A scale. */
        RMS,
        /** A scale and a shift. */
        LAYER;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How a model knows where a token stands. */
    public enum Positions {
        ROTARY,
        /** A table of its own, one row for each place. */
        LEARNED,
        ALIBI;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Which matrices have a vector that is added. */
    public enum Bias {
        NONE,
        QKV,
        ALL;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** All weights there are. */
    public long parameters() {
        return Math.addExact(
                nonExpertParameters(),
                expertParameters(experts.map(MixtureOfExperts::count).orElse(0)));
    }

    /** The weights that stand in the way of one token: without the experts that do not see it. */
    public long activeParameters() {
        return Math.addExact(
                nonExpertParameters(),
                expertParameters(experts.map(MixtureOfExperts::active).orElse(0)));
    }

    /**
     * The weights that one token is multiplied with, two operations each: the active ones without tables in which a
     * row is only looked up. Some authors state this number as the active one, some the other.
     */
    public long multipliedParameters() {
        return activeParameters()
                - (tied ? 0 : tokenEmbeddingParameters())
                - positionEmbeddingParameters();
    }

    /** Layers that have experts. */
    public int expertLayers() {
        return experts.map(it -> (layers - it.denseLayers()) / it.every()).orElse(0);
    }

    /** Tokens and, where they are learned, places. */
    public long embeddingParameters() {
        return tokenEmbeddingParameters() * (tied ? 1 : 2) + positionEmbeddingParameters();
    }

    private long tokenEmbeddingParameters() {
        return (long) vocabulary * hidden;
    }

    private long positionEmbeddingParameters() {
        return positions == Positions.LEARNED ? (long) context * hidden : 0;
    }

    private long nonExpertParameters() {
        long layer = attention.parameters(hidden, bias) + (long) normsPerLayer * normParameters();
        long dense = Math.multiplyExact(layers - expertLayers(), feedForwardParameters(ffn));
        return Math.addExact(
                Math.addExact(embeddingParameters(), Math.multiplyExact(layers, layer)),
                Math.addExact(dense, normParameters() + sharedExpertParameters()));
    }

    private long normParameters() {
        return norm == Norm.LAYER ? 2L * hidden : hidden;
    }

    private long feedForwardParameters(long width) {
        int in = gated ? 2 : 1;
        long weights = Math.multiplyExact((in + 1L) * hidden, width);
        return bias == Bias.ALL ? Math.addExact(weights, in * width + hidden) : weights;
    }

    /** What every token meets in the layers with experts: who is asked, and the experts that always are. */
    private long sharedExpertParameters() {
        return experts.map(
                        it -> {
                            long asked = (long) it.count() * (hidden + (bias == Bias.ALL ? 1 : 0));
                            long always =
                                    Math.multiplyExact(
                                            it.shared(), feedForwardParameters(it.sharedFfn()));
                            return Math.multiplyExact(expertLayers(), Math.addExact(asked, always));
                        })
                .orElse(0L);
    }

    private long expertParameters(int counted) {
        return experts.map(
                        it ->
                                Math.multiplyExact(
                                        expertLayers(),
                                        Math.multiplyExact(
                                                counted, feedForwardParameters(it.ffn()))))
                .orElse(0L);
    }
}
