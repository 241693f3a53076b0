package slipway.plan.serving;

import java.util.Locale;

/**
 * A model on accelerators, with its software.
 *
 * @param framework with its version, as people write it
 * @param cards that share the weights
 * @param first those that do prefill, where they are others
 * @param apart so many parts of the cards attend for requests of their own
 */
record ServingDeployment(
        String framework,
        ServedModel body,
        ServingAccelerator card,
        WeightFormat weight,
        BatchingMode mode,
        double cards,
        double first,
        double apart) {

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

    /** Of keys and values that a token leaves. */
    double bytesPerToken() {
        return body.kept() * weight.cached();
    }

    /** Of all cards, for keys and values: the weights are there already, and a tenth is for the software. */
    double room() {
        double all = card.bytes() * cards;
        return Math.max(0.1 * all, 0.9 * all - body.weights() * weight.bytes());
    }

    double prefillCards() {
        return mode == BatchingMode.DISAGGREGATED ? first : cards;
    }
}
