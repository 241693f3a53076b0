package slipway.plan.serving;

import java.util.Optional;
import java.util.stream.Stream;

/** Number formats of the KV cache. */
public enum KvCacheFormat {
    SIXTEEN("bf16", 2),
    EIGHT("fp8", 1);

    private final String word;
    private final double bytes;

    KvCacheFormat(String word, double bytes) {
        this.word = word;
        this.bytes = bytes;
    }

    /** The name that people write: {@code fp8}. */
    public String word() {
        return word;
    }

    double bytes() {
        return bytes;
    }

    public static Optional<KvCacheFormat> find(String text) {
        return Stream.of(values()).filter(it -> it.word.equalsIgnoreCase(text)).findFirst();
    }

    /**
     * The format that a framework chooses. vLLM and SGLang keep the cache in 16 bits, whatever the weights.
     * TensorRT-LLM follows the checkpoint; its quantized checkpoints have a cache of 8 bits.
     *
     * @param family the framework without its version
     */
    static KvCacheFormat ofFramework(String family, WeightFormat weights) {
        return family.equals("trtllm") && weights != WeightFormat.SIXTEEN ? EIGHT : SIXTEEN;
    }
}
