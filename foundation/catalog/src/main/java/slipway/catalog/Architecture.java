package slipway.catalog;

import java.util.Locale;
import java.util.Optional;

/**
 * The architecture of a transformer: the numbers that determine its memory and its FLOPs. Read one by name from the
 * {@linkplain Catalog#models() catalog}, from a Hugging Face {@code config.json} or from plain numbers.
 *
 * @param hidden width of the residual stream
 */
public record Architecture(
        String name,
        int layers,
        int hidden,
        Embeddings embeddings,
        Attention attention,
        FeedForward feedForward,
        Norms norms,
        Bias bias) {

    /**
     * The embeddings of tokens and positions.
     *
     * @param context maximum sequence length
     * @param tied whether input and output embeddings are tied
     */
    public record Embeddings(int vocabulary, int context, Positions positions, boolean tied) {}

    /**
     * The feed-forward part of the layers.
     *
     * @param width for a mixture of experts, of the dense layers
     * @param gated whether it is gated, as in SwiGLU
     */
    public record FeedForward(int width, boolean gated, Optional<MixtureOfExperts> experts) {}

    /**
     * The normalizations.
     *
     * @param perLayer normalizations per layer, each of {@code hidden} numbers
     */
    public record Norms(Norm kind, int perLayer) {}

    /** The kind of normalization. */
    public enum Norm {
        /** A scale. */
        RMS,
        /** A scale and a shift. */
        LAYER;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The kind of position encoding. */
    public enum Positions {
        ROTARY,
        /** A learned embedding for each position. */
        LEARNED,
        ALIBI;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The matrices that have a bias. */
    public enum Bias {
        NONE,
        QKV,
        ALL;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** All parameters. */
    public long parameters() {
        return Math.addExact(
                nonExpertParameters(),
                expertParameters(feedForward.experts.map(MixtureOfExperts::count).orElse(0)));
    }

    /** The parameters that one token uses: without inactive experts. */
    public long activeParameters() {
        return Math.addExact(
                nonExpertParameters(),
                expertParameters(feedForward.experts.map(MixtureOfExperts::active).orElse(0)));
    }

    /**
     * The parameters in matrix products, two operations for each token: active parameters without embedding
     * lookups. Some authors report this number as active parameters, some the other.
     */
    public long multipliedParameters() {
        return activeParameters()
                - (embeddings.tied ? 0 : tokenEmbeddingParameters())
                - positionEmbeddingParameters();
    }

    /** Layers that have experts. */
    public int expertLayers() {
        return feedForward.experts.map(it -> (layers - it.denseLayers()) / it.every()).orElse(0);
    }

    /** Token embeddings and learned position embeddings. */
    public long embeddingParameters() {
        return tokenEmbeddingParameters() * (embeddings.tied ? 1 : 2)
                + positionEmbeddingParameters();
    }

    private long tokenEmbeddingParameters() {
        return (long) embeddings.vocabulary * hidden;
    }

    private long positionEmbeddingParameters() {
        return embeddings.positions == Positions.LEARNED ? (long) embeddings.context * hidden : 0;
    }

    private long nonExpertParameters() {
        long layer = attention.parameters(hidden, bias) + (long) norms.perLayer * normParameters();
        long dense =
                Math.multiplyExact(
                        layers - expertLayers(), feedForwardParameters(feedForward.width));
        return Math.addExact(
                Math.addExact(embeddingParameters(), Math.multiplyExact(layers, layer)),
                Math.addExact(dense, normParameters() + sharedExpertParameters()));
    }

    private long normParameters() {
        return norms.kind == Norm.LAYER ? 2L * hidden : hidden;
    }

    private long feedForwardParameters(long width) {
        int in = feedForward.gated ? 2 : 1;
        long weights = Math.multiplyExact((in + 1L) * hidden, width);
        return bias == Bias.ALL ? Math.addExact(weights, in * width + hidden) : weights;
    }

    /** Parameters of expert layers that every token uses: the router and the shared experts. */
    private long sharedExpertParameters() {
        return feedForward
                .experts
                .map(
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
        return feedForward
                .experts
                .map(
                        it ->
                                Math.multiplyExact(
                                        expertLayers(),
                                        Math.multiplyExact(
                                                counted, feedForwardParameters(it.ffn()))))
                .orElse(0L);
    }
}
