package slipway.plan.request;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.catalog.Catalog;

/**
 * An unchecked request for a training plan.
 *
 * @param command the command as typed: {@code slipway plan train}
 * @param model a name, a config.json, or numbers
 * @param tokens tokens to train on, {@code 15B}
 * @param samples samples and epochs in place of tokens; a sample has the length of a sequence
 * @param method {@code full}, {@code lora} or {@code qlora}
 */
public record TrainingRequest(
        String command,
        String model,
        Optional<String> tokens,
        Optional<Samples> samples,
        StatedBatch batch,
        String precision,
        String method,
        Limits limits) {

    /**
     * Parses and checks the request; all mistakes are one problem.
     *
     * @param folder the folder of a named config.json; {@link ConfigFiles#FORBIDDEN} if the request may name none
     * @param now the time of the request, since prices have an age
     */
    public TrainingGoal parse(Catalog catalog, Path folder, Instant now) {
        return new TrainingRequestParser(catalog, folder, this).read(now);
    }

    /**
     * @param epochs number of epochs, {@code 3}
     */
    public record Samples(String count, String epochs) {}

    /**
     * The bounds of the plan.
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

    /**
     * The tokens of a sequence and of a step.
     *
     * @param step tokens of a step; the default is {@code sequences}, or a typical number
     * @param sequences sequences of a step
     */
    public record StatedBatch(
            Optional<String> seq, Optional<String> step, Optional<String> sequences) {}
}
