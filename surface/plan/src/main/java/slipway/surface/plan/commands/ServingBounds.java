package slipway.surface.plan.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.request.ServingRequest;

/** Within which bounds something is to be served. */
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
            description = "Only these, as H100,H200.")
    private List<String> accelerators = new ArrayList<>();

    @Option(
            names = "--precision",
            split = ",",
            paramLabel = "P",
            description = "Of weights: bf16, fp8, fp4; bf16,fp8 unless the model comes in fewer.")
    private List<String> precisions = new ArrayList<>();

    @Option(
            names = "--tensor",
            paramLabel = "N",
            description =
                    "So many accelerators share a replica: 1, 2, 4 or 8; what is best unless said.")
    private Optional<String> tensor = Optional.empty();

    @Option(names = "--budget", paramLabel = "MONEY", description = "In dollars an hour, as 20.")
    private Optional<String> budget = Optional.empty();

    @Mixin private OfferOptions offerOptions = new OfferOptions();

    ServingRequest.Limits limits() {
        return new ServingRequest.Limits(
                framework,
                accelerators,
                precisions,
                tensor,
                budget,
                offerOptions.sellers().providers(),
                offerOptions.sellers().regions(),
                offerOptions.terms());
    }
}
