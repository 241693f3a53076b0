package slipway.plan.serving;

import java.util.Locale;

/**
 * A deployment: a model on accelerators with its serving framework.
 *
 * @param framework framework and version, as people write them
 */
record ServingDeployment(
        String framework,
        ServedModel model,
        ServingAccelerator accelerator,
        NumberFormats formats,
        BatchingMode mode,
        ServingLayout layout) {

    /**
     * How the accelerators share the work.
     *
     * @param accelerators accelerators that share the weights
     * @param statedPrefill accelerators of prefill, where it has its own
     * @param attentionDp data-parallel attention groups, as measured tables state them
     * @param attentionTp ranks that share the attention of a request, and so its KV cache
     */
    record ServingLayout(
            double accelerators, double statedPrefill, double attentionDp, double attentionTp) {

        static ServingLayout tensorParallel(double tp) {
            return new ServingLayout(tp, tp, 1, tp);
        }
    }

    double accelerators() {
        return layout.accelerators;
    }

    /** The framework without its version. */
    String family() {
        return familyOf(framework);
    }

    static String familyOf(String framework) {
        return framework
                .toLowerCase(Locale.ROOT)
                .split("[ _]", 2)[0]
                .replace("tensorrt-llm", "trtllm");
    }

    /** Bytes of the KV cache of one request with so many tokens, summed over the accelerators. */
    double cacheBytes(double context) {
        return formats.kvCache().bytes()
                * model.attention().copies(layout.attentionTp)
                * model.cachedNumbers(context);
    }

    /** Bytes for the KV cache on all accelerators: what weights and a tenth for software leave. */
    double kvCacheBytes() {
        double all = accelerator.bytes() * layout.accelerators;
        return Math.max(
                0.1 * all, 0.9 * all - model.parameters().multiplied() * formats.weights().bytes());
    }

    double prefillAccelerators() {
        return mode == BatchingMode.DISAGGREGATED ? layout.statedPrefill : layout.accelerators;
    }
}
