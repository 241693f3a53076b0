package slipway.plan.training;

/** Sharding of training state over data-parallel ranks, as in ZeRO and FSDP: which state no rank holds whole. */
enum Sharding {
    NONE,
    /** Optimizer states and master weights are sharded (ZeRO-1). */
    OPTIMIZER,
    /**
     * Gradients are sharded too (ZeRO-2). Weights stay gathered from the forward pass to the end of the backward pass.
     */
    GRADIENTS,
    /** Weights are sharded too (ZeRO-3, FSDP) and gathered layer by layer. */
    ALL;

    /**
     * Parses the column of a table.
     *
     * @param otherwise the result where the column is empty
     */
    static Sharding of(String text, Sharding otherwise) {
        if (text.contains("GRAD_OP") || text.equals("ZeRO-2")) {
            return GRADIENTS;
        }
        if (text.contains("FULL_SHARD") || text.contains("ZeRO-3") || text.contains("FSDP")) {
            return ALL;
        }
        if (text.contains("dist-opt") || text.equals("ZeRO-1")) {
            return OPTIMIZER;
        }
        return text.equals("none") ? NONE : otherwise;
    }

    boolean shardsWeights() {
        return this == GRADIENTS || this == ALL;
    }

    boolean shardsOptimizer() {
        return this != NONE;
    }

    /** The noun for {@code shard weights over 8}. */
    String describe() {
        return switch (this) {
            case NONE -> "nothing";
            case OPTIMIZER -> "the optimizer";
            case GRADIENTS -> "gradients";
            case ALL -> "weights";
        };
    }
}
