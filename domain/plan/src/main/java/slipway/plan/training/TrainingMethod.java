package slipway.plan.training;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import slipway.plan.table.StatedValues;

/**
 * The training method: framework, number format, trained weights, sharding and memory savings.
 *
 * @param preFlashAttention whether the code predates fused attention (FlashAttention)
 * @param zero3 whether it is DeepSpeed ZeRO-3
 */
record TrainingMethod(
        FrameworkFamily family,
        GemmDtype dtype,
        boolean preFlashAttention,
        Adapters adapters,
        Sharding sharding,
        boolean zero3,
        Set<MemorySaving> savings) {

    private static final double ADAPTER = 0.62;
    private static final double ADAPTER_V2 = 0.75;

    private static final Map<String, Double> EAGER =
            Map.of(
                    "finetune_lora",
                    1.0,
                    "finetune_adapter",
                    ADAPTER,
                    "finetune_adapter_v2",
                    ADAPTER_V2);

    TrainingMethod {
        savings = Set.copyOf(savings);
    }

    static TrainingMethod of(StatedValues statedValues, AcceleratorRates acceleratorRates) {
        String task = statedValues.text("task");
        String sharding = statedValues.text("sharding");
        String precision = statedValues.text("precision");
        FrameworkFamily frameworkFamily =
                FrameworkFamily.of(statedValues.text("framework"), statedValues.text("source"));
        boolean old =
                containsAny(
                        statedValues.text("source"), "SC21", "Korthikanti", "README 2020", "Smith");
        return new TrainingMethod(
                frameworkFamily,
                GemmDtype.of(precision, acceleratorRates.generation()),
                old,
                new Adapters(
                        containsAny(task, "lora", "adapter"),
                        EAGER.getOrDefault(task, 0.0),
                        precision.contains("nf4") || task.equals("qlora")),
                acceleratorRates.chip() == ChipGeneration.TPU
                        ? Sharding.ALL
                        : Sharding.of(sharding, defaultSharding(frameworkFamily, old)),
                sharding.equals("ZeRO-3"),
                MemorySaving.of(statedValues, frameworkFamily));
    }

    /** Whether each rank stores only a part of the weights. */
    boolean shardsWeights() {
        return sharding.shardsWeights();
    }

    /** Whether weights stay gathered between the forward and the backward pass (ZeRO-2, SHARD_GRAD_OP). */
    boolean keepsWeightsGathered() {
        return sharding == Sharding.GRADIENTS;
    }

    TrainingMethod with(Sharding other) {
        return new TrainingMethod(
                family, dtype, preFlashAttention, adapters, other, zero3, savings);
    }

    /**
     * The adapters that are trained beside frozen weights (LoRA and others).
     *
     * @param trained whether adapters are trained and the weights are frozen
     * @param eagerLaunches kernel launches of adapters in eager mode, relative to LoRA; 0 for anything else
     * @param fourBitWeights whether the weights are stored in four bits (NF4)
     */
    record Adapters(boolean trained, double eagerLaunches, boolean fourBitWeights) {

        static final Adapters NONE = new Adapters(false, 0, false);

        /** LLaMA-Adapter v1 adds tokens to attention; v2 scales every product. */
        boolean addTokens() {
            return eagerLaunches == ADAPTER;
        }

        boolean scaleProducts() {
            return eagerLaunches == ADAPTER_V2;
        }
    }

    /** The default sharding of a framework. */
    private static Sharding defaultSharding(FrameworkFamily frameworkFamily, boolean old) {
        return old || !frameworkFamily.isFused() ? Sharding.NONE : Sharding.OPTIMIZER;
    }

    private static boolean containsAny(String text, String... signs) {
        return Stream.of(signs).anyMatch(text::contains);
    }
}
