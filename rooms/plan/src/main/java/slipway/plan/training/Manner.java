package slipway.plan.training;

import java.util.Map;
import java.util.stream.Stream;
import slipway.plan.table.Stated;

/**
 * How it is trained: with what software, in which numbers, which weights, and how these are spread.
 *
 * @param old whether it was written before attention was one kernel
 * @param adapters whether only small matrices beside the weights are trained
 * @param eager launches of adapters in eager mode, over those of LoRA; 0 for anything else
 * @param packed whether weights are kept in four bits
 * @param sharded whether every rank holds a part of the weights only
 * @param gradients whether weights stay gathered between forward and backward
 * @param zero3 whether DeepSpeed's stage 3 does it
 */
record Manner(
        Family family,
        Dtype dtype,
        boolean old,
        boolean adapters,
        double eager,
        boolean packed,
        boolean sharded,
        boolean gradients,
        boolean zero3) {

    private static final Map<String, Double> EAGER =
            Map.of("finetune_lora", 1.0, "finetune_adapter", 0.62, "finetune_adapter_v2", 0.75);

    static Manner of(Stated stated, Rates rates) {
        String task = stated.text("task");
        String sharding = stated.text("sharding");
        String precision = stated.text("precision");
        return new Manner(
                Family.of(stated.text("framework"), stated.text("source")),
                Dtype.of(precision, rates.generation()),
                any(stated.text("source"), "SC21", "Korthikanti", "README 2020", "Smith"),
                any(task, "lora", "adapter"),
                EAGER.getOrDefault(task, 0.0),
                precision.contains("nf4") || task.equals("qlora"),
                any(sharding, "FULL_SHARD", "ZeRO-3", "FSDP") || rates.chip() == Chip.TPU,
                sharding.contains("GRAD_OP"),
                sharding.equals("ZeRO-3"));
    }

    private static boolean any(String text, String... signs) {
        return Stream.of(signs).anyMatch(text::contains);
    }
}
