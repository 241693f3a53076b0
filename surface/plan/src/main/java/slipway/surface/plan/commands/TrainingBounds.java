package slipway.surface.plan.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.request.TrainingRequest;

/** The limits of a training plan. */
final class TrainingBounds {

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "Time from now, for example 3d or 36h.")
    private Optional<String> deadline = Optional.empty();

    @Option(names = "--budget", paramLabel = "MONEY", description = "Dollars, for example 4000.")
    private Optional<String> budget = Optional.empty();

    @Option(
            names = "--accelerators",
            split = ",",
            paramLabel = "TYPES",
            description = "Only these, for example H100,H200; or a number, 16xH100.")
    private List<String> accelerators = new ArrayList<>();

    @Mixin private OfferOptions offerOptions = new OfferOptions();

    @Option(
            names = "--max-machines",
            paramLabel = "N",
            description = "The largest number of machines. Default: 32.")
    private String machines = "32";

    TrainingRequest.Limits limits() {
        return new TrainingRequest.Limits(
                deadline,
                budget,
                accelerators,
                offerOptions.providers(),
                offerOptions.regions(),
                offerOptions.terms(),
                machines);
    }
}
