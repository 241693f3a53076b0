package slipway.plan.serving;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Formats of weights. */
public enum WeightFormat {
    SIXTEEN("bf16", 2),
    EIGHT("fp8", 1),
    /** Four bits, and a scale for each group of them. */
    FOUR("fp4", 0.56);

    private final String word;
    private final double bytes;

    WeightFormat(String word, double bytes) {
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

    public static Optional<WeightFormat> find(String text) {
        return Stream.of(values()).filter(it -> it.word.equalsIgnoreCase(text)).findFirst();
    }

    /** The format that a measured table states; 16 bits where it states none. */
    static WeightFormat measured(String precision, String model) {
        String text = precision.toLowerCase(Locale.ROOT);
        boolean four = text.contains("fp4") || text.contains("int4");
        // These models are only published with weights of four bits.
        if (four || model.toLowerCase(Locale.ROOT).contains("gpt-oss")) {
            return FOUR;
        }
        return text.contains("fp8") ? EIGHT : SIXTEEN;
    }
}
