package slipway.surface.plan.api;

import java.util.List;
import java.util.Optional;
import slipway.plan.request.CompareRequest;
import slipway.surface.api.json.ApiField;

/** The request for a comparison of providers: the options of {@code slipway plan compare} as fields. */
public record CompareQuestion(
        @ApiField(value = "The type, with the number that work together.", example = "256xH100")
                String accelerators,
        @ApiField(
                        value = "The weight of each criterion, for example price=3.",
                        example = "network=3")
                Optional<List<String>> weights,
        @ApiField(value = "Only these providers.", example = "aws")
                Optional<List<String>> provider) {

    public CompareRequest request() {
        return new CompareRequest(
                accelerators, weights.orElse(List.of()), provider.orElse(List.of()));
    }

    /** The equivalent command. */
    public String command() {
        return new CommandLine("slipway plan compare --measured")
                .with("--accelerators", accelerators)
                .with("--weights", weights.orElse(List.of()))
                .with("--provider", provider.orElse(List.of()))
                .toString();
    }
}
