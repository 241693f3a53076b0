package slipway.plan.request;

import java.util.List;
import java.util.Optional;

/**
 * What somebody wants served, in their own words: nothing of it has been checked.
 *
 * @param command how it was asked: {@code slipway plan serve}
 * @param model a name, a config.json, or numbers
 * @param rate of requests, {@code 20/s}
 * @param input tokens of a request
 * @param output tokens of its answer
 * @param first until the first token, {@code 500ms}
 * @param each for every further one
 */
public record ServingRequest(
        String command,
        String model,
        String rate,
        String input,
        String output,
        Optional<String> first,
        Optional<String> each,
        Limits limits) {

    /**
     * Within which bounds.
     *
     * @param framework whose speed is taken
     * @param tensor so many accelerators share a replica
     * @param budget for an hour
     */
    public record Limits(
            String framework,
            List<String> accelerators,
            List<String> precisions,
            Optional<String> tensor,
            Optional<String> budget,
            List<String> providers,
            List<String> regions,
            List<String> terms) {

        public Limits {
            accelerators = List.copyOf(accelerators);
            precisions = List.copyOf(precisions);
            providers = List.copyOf(providers);
            regions = List.copyOf(regions);
            terms = List.copyOf(terms);
        }
    }
}
