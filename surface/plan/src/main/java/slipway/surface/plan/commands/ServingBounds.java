package slipway.surface.plan.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.request.ServingRequest;

/** The limits of a serving plan. */
final class ServingBounds {

    @Option(
            names = "--framework",
            paramLabel = "NAME",
            description = "vllm, sglang or trtllm, or a release of it: \"vllm 0.19.0\".")
    private String framework = "vllm";

    @Option(
            names = "--accelerators",
            split = ",",
            paramLabel = "TYPES",
            description = "Only these, for example H100,H200.")
    private List<String> accelerators = new ArrayList<>();

    @Option(
            names = "--precision",
            split = ",",
            paramLabel = "P",
            description =
                    "Format of weights: bf16, fp8, fp4. Default: bf16,fp8, as the model allows.")
    private List<String> precisions = new ArrayList<>();

    @Option(
            names = "--kv-cache",
            paramLabel = "P",
            description = "KV cache: bf16 or fp8. Default: the framework's.")
    private Optional<String> kvCache = Optional.empty();

    @Option(
            names = "--tensor",
            paramLabel = "N",
            description = "Accelerators of a replica: 1, 2, 4 or 8. Default: the best number.")
    private Optional<String> tensor = Optional.empty();

    @Option(
            names = "--budget",
            paramLabel = "MONEY",
            description = "Dollars for an hour, for example 20.")
    private Optional<String> budget = Optional.empty();

    @Mixin private OfferOptions offerOptions = new OfferOptions();

    ServingRequest.Limits limits() {
        return new ServingRequest.Limits(
                framework,
                accelerators,
                new ServingRequest.Formats(precisions, kvCache),
                tensor,
                budget,
                offerOptions.providers(),
                offerOptions.regions(),
                offerOptions.terms());
    }
}
