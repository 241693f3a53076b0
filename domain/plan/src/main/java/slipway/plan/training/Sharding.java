package slipway.plan.training;

/** Sharding of training state over data-parallel ranks, as in ZeRO and FSDP: which state no rank holds whole. */
enum Sharding {
    NONE,
    /** What the optimizer keeps, the master copies with it. */
    OPTIMIZER,
    /** Gradients too. Weights are whole from the forward pass to the end of the backward pass. */
    GRADIENTS,
    /** Weights too. They are gathered layer by layer. */
    ALL;

    /**
     * As a table writes it.
     *
     * @param otherwise what holds where nothing is said
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

    boolean sharesWeights() {
        return this == GRADIENTS || this == ALL;
    }

    boolean sharesStates() {
        return this != NONE;
    }

    /** {@code shard weights over 8}. */
    String words() {
        return switch (this) {
            case NONE -> "nothing";
            case OPTIMIZER -> "the optimizer";
            case GRADIENTS -> "gradients";
            case ALL -> "weights";
        };
    }
}
