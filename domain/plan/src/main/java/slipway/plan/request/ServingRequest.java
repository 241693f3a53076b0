package slipway.plan.request;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.catalog.Catalog;
import slipway.plan.serving.ServingGoal;

/**
 * An unchecked request for a serving plan.
 *
 * @param command the command as typed: {@code slipway plan serve}
 * @param model a name, a config.json, or numbers
 * @param rate rate of requests, {@code 20/s}
 * @param input tokens of a request
 * @param output tokens of its answer
 * @param ttft goal of the time to first token, {@code 500ms}
 * @param tpot goal of the time per output token
 */
public record ServingRequest(
        String command,
        String model,
        String rate,
        String input,
        String output,
        Optional<String> ttft,
        Optional<String> tpot,
        Limits limits) {

    /**
     * Parses and checks the request; all mistakes are one problem.
     *
     * @param folder the folder of a named config.json; {@link ConfigFiles#FORBIDDEN} if the request may name none
     * @param now the time of the request, since prices have an age
     */
    public ServingGoal parse(Catalog catalog, Path folder, Instant now) {
        return new ServingRequestParser(catalog, folder, this).read(now);
    }

    /**
     * The bounds of the plan.
     *
     * @param framework serving framework
     * @param tp accelerators that share a replica (tensor parallel)
     * @param budget budget for an hour
     */
    public record Limits(
            String framework,
            List<String> accelerators,
            Formats formats,
            Optional<String> tp,
            Optional<String> budget,
            List<String> providers,
            List<String> regions,
            List<String> terms) {

        public Limits {
            accelerators = List.copyOf(accelerators);
            providers = List.copyOf(providers);
            regions = List.copyOf(regions);
            terms = List.copyOf(terms);
        }
    }

    /**
     * Number formats.
     *
     * @param precisions of weights; empty for 16 and 8 bits
     * @param kvCache of the KV cache; empty for the framework's default
     */
    public record Formats(List<String> precisions, Optional<String> kvCache) {

        public static final Formats ANY = new Formats(List.of(), Optional.empty());

        public Formats {
            precisions = List.copyOf(precisions);
        }
    }
}
