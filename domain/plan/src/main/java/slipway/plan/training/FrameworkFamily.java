package slipway.plan.training;

import java.util.Locale;
import java.util.regex.Pattern;

/** Frameworks that behave alike. The first family whose pattern occurs in "framework source" wins. */
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

    private final String noiseClass;
    private final Pattern pattern;

    FrameworkFamily(String noise, String sign) {
        this.noiseClass = noise;
        this.pattern = Pattern.compile(sign);
    }

    static FrameworkFamily of(String framework, String source) {
        String text = (framework + " " + source).toLowerCase(Locale.ROOT);
        for (FrameworkFamily frameworkFamily : values()) {
            if (frameworkFamily.pattern.matcher(text).find()) {
                return frameworkFamily;
            }
        }
        return OTHER;
    }

    /** The class of measurement noise. Families of one class share it. */
    String noiseClass() {
        return noiseClass;
    }

    /** Whether it fuses small kernels into large ones. */
    boolean isFused() {
        return this != FSDP && this != TUNE && this != LITGPT;
    }

    /** Whether it can recompute some layers and keep others. */
    boolean recomputesParts() {
        return this != FSDP && this != TUNE && this != LITGPT;
    }

    /** Whether memory peaks of this framework were measured. */
    boolean hasMeasuredPeaks() {
        return this == TITAN || this == TUNE || this == LITGPT;
    }

    /** Whether its attention kernels date from before Hopper. */
    boolean hasPreHopperAttention() {
        return this == FSDP || this == TITAN || this == TUNE;
    }
}
