package slipway.plan.request;

import java.util.Optional;

/**
 * An unchecked request for advice on the network and storage of a run.
 *
 * @param model a name, a config.json, or numbers
 * @param accelerators number and type, {@code 64xH100}
 * @param tokens tokens to train on, {@code 15B}
 * @param seq tokens of a sequence
 * @param step tokens of a step
 * @param tokenBytes bytes read for each token: text needs 4, images hundreds
 */
public record AdviceRequest(
        String model,
        String accelerators,
        String tokens,
        Optional<String> seq,
        Optional<String> step,
        String precision,
        String tokenBytes) {}
