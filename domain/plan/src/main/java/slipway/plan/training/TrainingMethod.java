package slipway.plan.training;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import slipway.plan.table.StatedValues;

/**
 * How it is trained: with what software, in which numbers, which weights, and how these are spread.
 *
 * @param old whether it was written before attention was one kernel
 * @param adapters whether only small matrices beside the weights are trained
 * @param eager launches of adapters in eager mode, over those of LoRA; 0 for anything else
 * @param packed whether weights are kept in four bits
 * @param zero3 whether DeepSpeed's stage 3 does it
 */
record TrainingMethod(
        FrameworkFamily family,
        GemmDtype dtype,
        boolean old,
        boolean adapters,
        double eager,
        boolean packed,
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
                any(statedValues.text("source"), "SC21", "Korthikanti", "README 2020", "Smith");
        return new TrainingMethod(
                frameworkFamily,
                GemmDtype.of(precision, acceleratorRates.generation()),
                old,
                any(task, "lora", "adapter"),
                EAGER.getOrDefault(task, 0.0),
                precision.contains("nf4") || task.equals("qlora"),
                acceleratorRates.chip() == ChipGeneration.TPU
                        ? Sharding.ALL
                        : Sharding.of(sharding, usual(frameworkFamily, old)),
                sharding.equals("ZeRO-3"),
                MemorySaving.of(statedValues, frameworkFamily));
    }

    /** Whether every rank holds a part of the weights only, at rest. */
    boolean sharded() {
        return sharding.sharesWeights();
    }

    /** Whether weights stay gathered between forward and backward. */
    boolean gradients() {
        return sharding == Sharding.GRADIENTS;
    }

    TrainingMethod with(Sharding other) {
        return new TrainingMethod(
                family, dtype, old, adapters, eager, packed, other, zero3, savings);
    }

    /** Adapters of the first kind add tokens to attention; of the second, they scale every product. */
    boolean addsTokens() {
        return eager == ADAPTER;
    }

    boolean scalesProducts() {
        return eager == ADAPTER_V2;
    }

    /** What a framework shards if nobody says so. */
    private static Sharding usual(FrameworkFamily frameworkFamily, boolean old) {
        return old || !frameworkFamily.isFused() ? Sharding.NONE : Sharding.OPTIMIZER;
    }

    private static boolean any(String text, String... signs) {
        return Stream.of(signs).anyMatch(text::contains);
    }
}
