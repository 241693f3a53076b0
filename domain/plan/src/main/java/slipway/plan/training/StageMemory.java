package slipway.plan.training;

import static slipway.plan.training.FrameworkMemory.coefficient;
import static slipway.plan.training.FrameworkMemory.shared;

/**
 * Memory of one pipeline stage on one rank: weights, gradients, optimizer states, gathered weights, and the activations
 * of a layer. The numbers depend on the layout and the method, not on the micro-batch; {@link TrainingMemory} combines
 * them with the batch.
 */
final class StageMemory {

    /** Factor of activations in 8-bit formats: only the inputs of matrix products shrink. */
    private static final double EIGHT_BITS = 0.75;

    private static final double HIDDEN = shared("hidden");
    private static final double KEYS = shared("keys");
    private static final double INNER_GATED = shared("inner_gated");
    private static final double INNER_PLAIN = shared("inner_plain");
    private static final double COMPILED = coefficient("compiled");
    private static final double CHUNKED = coefficient("chunked_loss");
    private static final double SELECTIVE = coefficient("selective");
    private static final double GATHERED_LAYERS = coefficient("gathered");
    private static final double WHOLE = coefficient("whole");
    private static final double PACKED = coefficient("packed");
    private static final double OFFLOADED = coefficient("offloaded");
    private static final double LORA = coefficient("lora");
    private static final double ADAPTER = coefficient("adapter");
    private static final double ADAPTER_V2 = coefficient("adapter_v2");

    private final ModelShape modelShape;
    private final TrainingMethod trainingMethod;
    private final ParallelLayout parallelLayout;
    private final double seq;
    private final FrameworkMemory frameworkMemory;

    /** Parameters of one layer on one rank. */
    private final RankParameters layer;

    /** Tokens of one sequence on one rank: context parallel (cp) and tensor parallel (tp) both divide it. */
    private final double tokens;

    StageMemory(
            ModelShape modelShape,
            TrainingMethod trainingMethod,
            ParallelLayout parallelLayout,
            double seq) {
        this.modelShape = modelShape;
        this.trainingMethod = trainingMethod;
        this.parallelLayout = parallelLayout;
        this.seq = seq;
        this.frameworkMemory = FrameworkMemory.of(trainingMethod.family());
        this.layer =
                RankParameters.ofLayer(modelShape, LayerFlops.of(modelShape, seq), parallelLayout);
        this.tokens = seq / parallelLayout.cp() / parallelLayout.tp();
    }

    /**
     * The bytes of a stage that do not depend on the micro-batch, and the bytes of its loss.
     *
     * @param inFlight the most micro-batches in flight
     * @param loss bytes of the logits for each sequence of a micro-batch
     * @param outputGradient bytes of the output layer's gradient beside the logits
     */
    record Stage(
            double weights,
            double gradients,
            double optimizer,
            double gathered,
            double inFlight,
            double loss,
            double outputGradient) {

        double state() {
            return weights + optimizer + gathered;
        }
    }

    /** Bytes that one layer keeps of one sequence for the backward pass. */
    double layerActivations(boolean selective) {
        return tokens * activationBytes(selective);
    }

    /** Bytes of the input of one layer for one sequence: all that full recomputation keeps. */
    double layerInput() {
        return tokens
                * 2
                * modelShape.hidden()
                * (uses(MemorySaving.OFFLOADED_INPUTS) ? OFFLOADED : 1);
    }

    /** Bytes of one token in one layer that are kept for the backward pass, summed over the tensor-parallel ranks. */
    private double activationBytes(boolean selective) {
        double inner = modelShape.feedForward().gated() > 0 ? INNER_GATED : INNER_PLAIN;
        double bytes =
                HIDDEN * modelShape.hidden()
                        + KEYS
                                * modelShape.attention().kvHeads()
                                * modelShape.attention().headSize()
                        + inner * modelShape.activeFfn();
        if (modelShape.hasExperts()) {
            // Ranks that share the matrices of an expert all receive its tokens.
            bytes +=
                    4
                            * modelShape.routed().active()
                            * modelShape.hidden()
                            * parallelLayout.experts().etp();
        }
        bytes *=
                frameworkMemory.activationFactor()
                        * (uses(MemorySaving.COMPILED) ? COMPILED : 1)
                        * adapterFactor();
        FrameworkFamily frameworkFamily = trainingMethod.family();
        if (trainingMethod.dtype() != GemmDtype.BFLOAT16
                && frameworkFamily.isFused()
                && frameworkFamily != FrameworkFamily.TITAN) {
            bytes *= EIGHT_BITS;
        }
        if (selective && frameworkFamily == FrameworkFamily.TITAN) {
            bytes *= SELECTIVE;
        }
        boolean scores = trainingMethod.preFlashAttention() && !selective;
        return bytes + (scores ? 5 * modelShape.attention().heads() * seq : 0);
    }

    private double adapterFactor() {
        if (!trainingMethod.adapters().trained()) {
            return 1;
        }
        if (trainingMethod.adapters().addTokens()) {
            return ADAPTER;
        }
        return trainingMethod.adapters().scaleProducts() ? ADAPTER_V2 : LORA;
    }

    Stage stage(double tables, boolean closing) {
        double table = modelShape.vocabulary() * modelShape.hidden() / parallelLayout.tp();
        double flight = closing ? 1 : inFlight();
        boolean chunked = uses(MemorySaving.CHUNKED_LOSS);
        double lossBytes = chunked ? CHUNKED : frameworkMemory.lossBytes();
        double loss = closing ? lossBytes * tokens * modelShape.vocabulary() : 0;
        // Full logits are larger than the gradient of the output layer; chunks are smaller.
        double head = closing && chunked && !trainingMethod.adapters().trained() ? 2 * table : 0;
        double gatheredBytes = 2 * (GATHERED_LAYERS * layer.whole() + tables * table);
        RankParameters body = layer.times(modelShape.layers() / parallelLayout.pp());
        RankParameters all = body.plusDense(tables * table);
        boolean shares = trainingMethod.shardsWeights() && all.sharded() < all.whole();
        if (trainingMethod.adapters().trained()) {
            RankParameters size = frozenWeights(body, tables * table);
            double gathered =
                    trainingMethod.family() == FrameworkFamily.LITGPT
                            ? WHOLE * size.whole()
                            : gatheredBytes;
            return shares
                    ? new Stage(size.sharded(), 0, 0, gathered, flight, loss, head)
                    : new Stage(size.whole(), 0, 0, 0, flight, loss, head);
        }
        if (uses(MemorySaving.ON_HOST)) {
            return new Stage(0, 0, 0, shares ? gatheredBytes : 2 * all.whole(), flight, loss, head);
        }
        // A pipeline gathers weights once for all micro-batches and accumulates unsharded
        // gradients.
        boolean piped = parallelLayout.pp() > 1;
        boolean stays = trainingMethod.sharding() == Sharding.GRADIENTS || piped;
        double gradient =
                uses(MemorySaving.UPDATE_IN_BACKWARD) ? 0 : frameworkMemory.gradientBytes();
        double optimizer =
                uses(MemorySaving.EIGHT_BIT_STATES) ? 2 : frameworkMemory.optimizerBytes();
        return new Stage(
                frameworkMemory.weightBytes() * (shares ? all.sharded() : all.whole()),
                gradient * (shares && !piped ? all.sharded() : all.whole()),
                optimizer
                        * (trainingMethod.sharding().shardsOptimizer()
                                ? all.sharded()
                                : all.whole()),
                shares ? (stays ? 2 * all.whole() : gatheredBytes) : 0,
                flight,
                loss,
                head);
    }

    /** Bytes of the weights under adapters. */
    private RankParameters frozenWeights(RankParameters body, double tables) {
        double one = trainingMethod.dtype() == GemmDtype.BFLOAT16 ? 2 : 1;
        return body.times(trainingMethod.adapters().fourBitWeights() ? PACKED : one)
                .plusDense(tables * one);
    }

    /** Micro-batches in flight in the first stage: 1F1B, or interleaved with virtual stages. */
    private double inFlight() {
        double stages = parallelLayout.pp();
        double turns = parallelLayout.virtualStages();
        return turns > 1 ? stages + (stages - 1) / turns : stages;
    }

    private boolean uses(MemorySaving memorySaving) {
        return trainingMethod.savings().contains(memorySaving);
    }
}
