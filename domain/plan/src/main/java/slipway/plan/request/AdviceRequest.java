package slipway.plan.request;

import java.util.Optional;

/**
 * A run whose network and storage somebody asks about, in their own words: nothing of it has been checked.
 *
 * @param model a name, a config.json, or numbers
 * @param accelerators how many of which, {@code 64xH100}
 * @param tokens to be seen in all, {@code 15B}
 * @param seq tokens of a sequence
 * @param step tokens of a step
 * @param tokenBytes what is read for each token: text needs 4, pictures hundreds
 */
public record AdviceRequest(
        String model,
        String accelerators,
        String tokens,
        Optional<String> seq,
        Optional<String> step,
        String precision,
        String tokenBytes) {}
