package slipway.plan.training;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.plan.table.StatedValues;

/** Techniques that save memory. */
enum MemorySaving {
    /** Compiled layers store fewer intermediate results. */
    COMPILED,
    /** The loss is computed over chunks of tokens. */
    CHUNKED_LOSS,
    /** Each weight is updated as soon as its gradient exists; the gradient is then freed. */
    UPDATE_IN_BACKWARD,
    /** Optimizer states have eight bits a number. */
    EIGHT_BIT_STATES,
    /** Optimizer states are paged to the host when they do not fit. */
    PAGED_STATES,
    /** Layer inputs are offloaded to the host until the backward pass. */
    OFFLOADED_INPUTS,
    /** Weights, gradients and optimizer states stay on the host (CPU offload). */
    ON_HOST;

    /**
     * Cumulative techniques in the order of torchtune's notes. Entries without a constant save no memory here or are
     * stated in another column.
     */
    private static final List<String> TORCHTUNE_LADDER =
            List.of(
                    "packed",
                    "compile",
                    "chunked CE",
                    "activation checkpointing",
                    "optimizer in bwd",
                    "activation offload",
                    "8bit AdamW",
                    "LoRA",
                    "QLoRA");

    private static final Map<String, MemorySaving> TORCHTUNE_STEPS =
            Map.of(
                    "compile",
                    COMPILED,
                    "chunked CE",
                    CHUNKED_LOSS,
                    "optimizer in bwd",
                    UPDATE_IN_BACKWARD,
                    "activation offload",
                    OFFLOADED_INPUTS,
                    "8bit AdamW",
                    EIGHT_BIT_STATES);

    /** torchtune's single-device recipes use these to train all weights. */
    private static final Set<MemorySaving> SINGLE_ACCELERATOR =
            EnumSet.of(UPDATE_IN_BACKWARD, EIGHT_BIT_STATES, PAGED_STATES);

    private static final Pattern TECHNIQUES = Pattern.compile("cumulative techniques: \\+?([^;]+)");
    private static final Pattern CPU_OFFLOAD = Pattern.compile("([0-9]+)B full uses CPU offload");

    /** Techniques by the notes of a row and the defaults of its framework. */
    static Set<MemorySaving> of(StatedValues statedValues, FrameworkFamily frameworkFamily) {
        String notes = statedValues.text("notes");
        String task = statedValues.text("task");
        Matcher techniques = TECHNIQUES.matcher(notes);
        boolean isCumulative = techniques.find();
        Set<MemorySaving> found =
                isCumulative ? upToStep(techniques.group(1)) : defaults(frameworkFamily);
        if (notes.contains("compile on")) {
            found.add(COMPILED);
        }
        boolean alone = statedValues.number("n_acc", 0) == 1;
        if (frameworkFamily == FrameworkFamily.TUNE
                && !isCumulative
                && alone
                && task.contains("full")) {
            found.addAll(SINGLE_ACCELERATOR);
        }
        Matcher host = CPU_OFFLOAD.matcher(notes);
        if (host.find()
                && statedValues.text("model").contains("-" + host.group(1) + "b")
                && task.contains("full")) {
            found.add(ON_HOST);
        }
        return Collections.unmodifiableSet(found);
    }

    /** Techniques that a framework uses by default. */
    static Set<MemorySaving> defaults(FrameworkFamily frameworkFamily) {
        return switch (frameworkFamily) {
            case TITAN, TPU -> EnumSet.of(COMPILED);
            case TUNE -> EnumSet.of(CHUNKED_LOSS);
            case FSDP, LITGPT, ZERO3, BRIDGE, MEGATRON, NEMO, MLPERF, META, OTHER ->
                    EnumSet.noneOf(MemorySaving.class);
        };
    }

    private static Set<MemorySaving> upToStep(String last) {
        Set<MemorySaving> found = EnumSet.noneOf(MemorySaving.class);
        for (String step : TORCHTUNE_LADDER.subList(0, TORCHTUNE_LADDER.indexOf(last) + 1)) {
            if (TORCHTUNE_STEPS.containsKey(step)) {
                found.add(TORCHTUNE_STEPS.get(step));
            }
        }
        return found;
    }
}
