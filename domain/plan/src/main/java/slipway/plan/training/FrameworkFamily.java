package slipway.plan.training;

import java.util.Locale;
import java.util.regex.Pattern;

/** Frameworks that behave alike, told by a sign in the words "framework source"; the first that fits. */
enum FrameworkFamily {
    FSDP("fsdp", "llm-foundry"),
    TITAN("rest", "torchtitan"),
    TUNE("rest", "torchtune"),
    LITGPT("rest", "litgpt"),
    TPU("tpu", "maxtext|pax"),
    ZERO3("megatron", "deepspeed zero"),
    BRIDGE("bridge", "megatron-bridge"),
    MEGATRON("megatron", "megatron"),
    NEMO("mlperf", "nemo 24\\.07"),
    MLPERF("mlperf", "mlperf"),
    META("rest", "meta"),
    OTHER("rest", "");

    private final String noise;
    private final Pattern sign;

    FrameworkFamily(String noise, String sign) {
        this.noise = noise;
        this.sign = Pattern.compile(sign);
    }

    static FrameworkFamily of(String framework, String source) {
        String text = (framework + " " + source).toLowerCase(Locale.ROOT);
        for (FrameworkFamily frameworkFamily : values()) {
            if (frameworkFamily.sign.matcher(text).find()) {
                return frameworkFamily;
            }
        }
        return OTHER;
    }

    /** Families of the same class scatter alike. */
    String noise() {
        return noise;
    }

    /** Whether it joins small kernels into large ones. */
    boolean isFused() {
        return this != FSDP && this != TUNE && this != LITGPT;
    }

    /** Whether it can recompute some layers and keep others. */
    boolean recomputesParts() {
        return this != FSDP && this != TUNE && this != LITGPT;
    }

    /** Whether peaks of it were measured. */
    boolean isWeighed() {
        return this == TITAN || this == TUNE || this == LITGPT;
    }

    /** Whether its attention kernels were made before Hopper. */
    boolean isEarly() {
        return this == FSDP || this == TITAN || this == TUNE;
    }
}
