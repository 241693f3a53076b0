package slipway.spec.workload;

import java.util.Optional;

/**
 * The training that a job performs, from which its duration is estimated. Omitted keys have usual values.
 *
 * @param model a name of the catalog, or numbers: {@code layers=32,hidden=4096,…}
 * @param tokens it sees in all; or samples instead
 * @param samples each as long as a sequence
 * @param epochs how often each sample is seen
 * @param seq tokens of a sequence
 * @param step tokens of a step
 */
public record TrainingSpec(
        String model,
        Optional<Long> tokens,
        Optional<Long> samples,
        int epochs,
        Optional<Long> seq,
        Optional<Long> step,
        Precision precision,
        Method method) {

    /** In what matrices are multiplied. */
    public enum Precision {
        BF16,
        FP8
    }

    /** Which weights are trained. */
    public enum Method {
        /** All of them. */
        FULL,
        /** Small matrices beside them. */
        LORA,
        /** The same, with the weights themselves in four bits. */
        QLORA
    }

    /** In the words of the document, in one line: {@code llama-3-8b, 15B tokens}. */
    public String summary() {
        String amount =
                tokens.map(many -> PlanBlock.notation(many) + " tokens")
                        .or(() -> samples.map(this::sampleCount))
                        .orElse("");
        String how = method == Method.FULL ? "" : ", " + WorkloadJson.word(method);
        return model + ", " + amount + how;
    }

    private String sampleCount(long many) {
        String often = epochs == 1 ? "" : " " + epochs + " times";
        return PlanBlock.notation(many) + " samples" + often;
    }
}
