package slipway.plan.training;

/**
 * A coarse peak of memory, which fills what a row does not tell: the largest micro-batch and the least recomputation
 * that fit. It is fitted to nothing.
 */
record CoarseMemory(Shape shape, Rates rates, Manner manner, Layout layout, double seq) {

    private static final double GIGA = 1e9;

    /** So much of the memory is taken for usable. */
    private static final double USABLE = 0.9;

    /**
     * In gigabytes.
     *
     * @param again the share of layers that is recomputed
     */
    double peak(double micro, double again) {
        double tokens = micro * seq / layout.context();
        double layer =
                tokens / layout.tensor() * (again * 2 * shape.hidden() + (1 - again) * kept());
        double logits =
                layout.pipeline() == 1 ? tokens * shape.vocabulary() * 6 / layout.tensor() : 0;
        return (state() + layer * shape.layers() + logits) / GIGA;
    }

    /** The peak over what the accelerator has. */
    double full(double micro, double again) {
        return peak(micro, again) / rates.memory();
    }

    boolean fits(double micro, double again) {
        return full(micro, again) <= USABLE;
    }

    /** The least share of layers that has to be recomputed for the micro-batch to fit. */
    double recomputed(double micro) {
        double room = USABLE * rates.memory();
        double none = peak(micro, 0);
        double all = peak(micro, 1);
        if (none <= room) {
            return 0;
        }
        return all >= room ? 1 : (none - room) / (none - all);
    }

    /** Bytes of a token in a layer, kept for the backward pass. */
    private double kept() {
        double numbers =
                5 * shape.hidden()
                        + 2 * shape.kv() * shape.head()
                        + (2 + shape.gated()) * shape.inner()
                        + (shape.hasExperts() ? 2 * shape.routed().active() * shape.hidden() : 0);
        return numbers * (manner.dtype() == Dtype.BFLOAT16 ? 2 : 1.2);
    }

    /** Weights, gradients and what the optimizer keeps, in bytes. */
    private double state() {
        if (manner.adapters()) {
            return held() * weight();
        }
        return held() * (manner.sharded() ? 18 / layout.group() : 6 + 12 / layout.group());
    }

    private double weight() {
        if (manner.dtype() != Dtype.BFLOAT16) {
            return 1;
        }
        return manner.packed() ? 0.6 : 2;
    }

    /** Weights on one rank: experts are spread over their own ranks, not cut. */
    private double held() {
        Work work = Work.of(shape, seq);
        double held = work.parameters(shape) / (layout.tensor() * layout.pipeline());
        if (!shape.hasExperts() || layout.expert() <= 1) {
            return held;
        }
        double experts = work.allExperts(shape) * shape.layers() / layout.pipeline();
        return held - experts / layout.tensor() + experts / layout.expert();
    }
}
