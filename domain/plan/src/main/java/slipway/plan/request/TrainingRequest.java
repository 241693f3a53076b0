package slipway.plan.request;

import java.util.List;
import java.util.Optional;

/**
 * What somebody wants trained, in their own words: nothing of it has been checked.
 *
 * @param command how it was asked: {@code slipway plan train}
 * @param model a name, a config.json, or numbers
 * @param tokens to be seen in all, {@code 15B}
 * @param samples instead of tokens: so many, as long as a sequence, seen so often
 * @param step tokens of a step; where it is absent {@code batch} sequences, or what is usual
 * @param method {@code full}, {@code lora} or {@code qlora}
 */
public record TrainingRequest(
        String command,
        String model,
        Optional<String> tokens,
        Optional<Samples> samples,
        Optional<String> seq,
        Optional<String> step,
        Optional<String> batch,
        String precision,
        String method,
        Limits limits) {

    /**
     * @param often {@code 3}
     */
    public record Samples(String count, String often) {}

    /**
     * Within which bounds.
     *
     * @param accelerators {@code H100} and {@code H200}, or {@code 16xH100}
     */
    public record Limits(
            Optional<String> deadline,
            Optional<String> budget,
            List<String> accelerators,
            List<String> providers,
            List<String> regions,
            List<String> terms,
            String machines) {

        public Limits {
            accelerators = List.copyOf(accelerators);
            providers = List.copyOf(providers);
            regions = List.copyOf(regions);
            terms = List.copyOf(terms);
        }
    }
}
