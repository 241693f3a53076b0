package slipway.surface.plan.api;

import java.util.List;
import java.util.Optional;
import slipway.plan.request.CompareRequest;
import slipway.surface.api.json.ApiField;

/** Who is to be compared, in the words of {@code slipway plan compare}. */
public record CompareQuestion(
        @ApiField(
                        value = "Of which type, with how many are to work together.",
                        example = "256xH100")
                String accelerators,
        @ApiField(value = "How much each counts, as price=3.", example = "network=3")
                Optional<List<String>> weights,
        @ApiField(value = "Only these providers.", example = "aws")
                Optional<List<String>> provider) {

    public CompareRequest wish() {
        return new CompareRequest(
                accelerators, weights.orElse(List.of()), provider.orElse(List.of()));
    }

    /** The same in a shell. */
    public String command() {
        return new CommandLine("slipway plan compare --measured")
                .with("--accelerators", accelerators)
                .with("--weights", weights.orElse(List.of()))
                .with("--provider", provider.orElse(List.of()))
                .toString();
    }
}
