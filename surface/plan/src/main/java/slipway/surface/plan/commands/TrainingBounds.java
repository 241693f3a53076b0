package slipway.surface.plan.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.request.TrainingRequest;

/** Within which bounds something is to be trained. */
final class TrainingBounds {

    @Option(names = "--deadline", paramLabel = "TIME", description = "From now, as 3d or 36h.")
    private Optional<String> deadline = Optional.empty();

    @Option(names = "--budget", paramLabel = "MONEY", description = "In dollars, as 4000.")
    private Optional<String> budget = Optional.empty();

    @Option(
            names = "--accelerators",
            split = ",",
            paramLabel = "TYPES",
            description = "Only these, as H100,H200; or so many, as 16xH100.")
    private List<String> accelerators = new ArrayList<>();

    @Mixin private OfferOptions offerOptions = new OfferOptions();

    @Option(
            names = "--max-machines",
            paramLabel = "N",
            description = "At most so many; 32 unless said.")
    private String machines = "32";

    TrainingRequest.Limits limits() {
        return new TrainingRequest.Limits(
                deadline,
                budget,
                accelerators,
                offerOptions.sellers().providers(),
                offerOptions.sellers().regions(),
                offerOptions.terms(),
                machines);
    }
}
