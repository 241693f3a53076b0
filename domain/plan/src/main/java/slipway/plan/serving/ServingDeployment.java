package slipway.plan.serving;

import java.util.Locale;

/**
 * A deployment: a model on accelerators with its serving framework.
 *
 * @param framework framework and version, as people write them
 * @param accelerators accelerators that share the weights (tensor parallel)
 * @param statedPrefillAccelerators accelerators of prefill, where it has its own
 * @param attentionDp data-parallel attention groups
 */
record ServingDeployment(
        String framework,
        ServedModel model,
        ServingAccelerator accelerator,
        WeightFormat weightFormat,
        BatchingMode mode,
        double accelerators,
        double statedPrefillAccelerators,
        double attentionDp) {

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

    /** Bytes that one token adds to the KV cache. */
    double bytesPerToken() {
        return model.kvPerToken() * weightFormat.kvBytes();
    }

    /** Bytes for the KV cache on all accelerators: what weights and a tenth for software leave. */
    double kvCacheBytes() {
        double all = accelerator.bytes() * accelerators;
        return Math.max(0.1 * all, 0.9 * all - model.params() * weightFormat.bytes());
    }

    double prefillAccelerators() {
        return mode == BatchingMode.DISAGGREGATED ? statedPrefillAccelerators : accelerators;
    }
}
