package slipway.plan.training;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.plan.table.StatedValues;

/** Something that is done to hold less. */
enum MemorySaving {
    /** Layers are compiled, and keep fewer intermediate results. */
    COMPILED,
    /** The loss is taken of some tokens at a time. */
    CHUNKED_LOSS,
    /** A weight is updated as soon as its gradient is there, which is then dropped. */
    UPDATE_IN_BACKWARD,
    /** What the optimizer keeps has eight bits a number. */
    EIGHT_BIT_STATES,
    /** What the optimizer keeps goes to the host where it does not fit. */
    PAGED_STATES,
    /** Inputs of layers wait on the host for the backward pass. */
    OFFLOADED_INPUTS,
    /** Weights, gradients and what the optimizer keeps are on the host. */
    ON_HOST;

    /** What torchtune's notes add, one after another; the others save nothing of their own, or are stated elsewhere. */
    private static final List<String> LADDER =
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

    private static final Map<String, MemorySaving> STEPS =
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

    /** torchtune's recipes train all weights of a model on one accelerator so. */
    private static final Set<MemorySaving> ALONE =
            EnumSet.of(UPDATE_IN_BACKWARD, EIGHT_BIT_STATES, PAGED_STATES);

    private static final Pattern TECHNIQUES = Pattern.compile("cumulative techniques: \\+?([^;]+)");
    private static final Pattern HOST = Pattern.compile("([0-9]+)B full uses CPU offload");

    /** By the notes of a row, and by the habits of its framework. */
    static Set<MemorySaving> of(StatedValues statedValues, FrameworkFamily frameworkFamily) {
        String notes = statedValues.text("notes");
        String task = statedValues.text("task");
        Matcher said = TECHNIQUES.matcher(notes);
        boolean climbs = said.find();
        Set<MemorySaving> found = climbs ? upTo(said.group(1)) : usual(frameworkFamily);
        if (notes.contains("compile on")) {
            found.add(COMPILED);
        }
        boolean alone = statedValues.number("n_acc", 0) == 1;
        if (frameworkFamily == FrameworkFamily.TUNE && !climbs && alone && task.contains("full")) {
            found.addAll(ALONE);
        }
        Matcher host = HOST.matcher(notes);
        if (host.find()
                && statedValues.text("model").contains("-" + host.group(1) + "b")
                && task.contains("full")) {
            found.add(ON_HOST);
        }
        return Collections.unmodifiableSet(found);
    }

    /** What a framework does if nobody asks for more. */
    static Set<MemorySaving> usual(FrameworkFamily frameworkFamily) {
        return switch (frameworkFamily) {
            case TITAN, TPU -> EnumSet.of(COMPILED);
            case TUNE -> EnumSet.of(CHUNKED_LOSS);
            case FSDP, LITGPT, ZERO3, BRIDGE, MEGATRON, NEMO, MLPERF, META, OTHER ->
                    EnumSet.noneOf(MemorySaving.class);
        };
    }

    private static Set<MemorySaving> upTo(String last) {
        Set<MemorySaving> found = EnumSet.noneOf(MemorySaving.class);
        for (String step : LADDER.subList(0, LADDER.indexOf(last) + 1)) {
            if (STEPS.containsKey(step)) {
                found.add(STEPS.get(step));
            }
        }
        return found;
    }
}
