package slipway.surface.plan.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.capacity.CapacityPlan;
import slipway.plan.request.CapacityRequest;
import slipway.surface.plan.api.CapacityJson;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway plan capacity}. */
@Command(
        name = "capacity",
        description =
                "Plan for growing demand: when accelerators run out, what to order, and its cost.",
        footer = {
            "",
            "Works without a server. The cost of own hardware is from your own.txt, or usual values.",
            "",
            "Examples",
            "  slipway plan capacity --have 32xH100 --used 24 --growth 8%%",
            "  slipway plan capacity --have 32xH100 --hours 17500 --growth 5%%..12%% --lead 120d --horizon 2y",
            "  slipway plan capacity --have 64xA100-80GB --history 31000,33500,34100,37000 --budget 2000000",
            "  slipway plan capacity --have 32xH100 --sacct jobs.txt"
        })
final class CapacityCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Option(
            names = "--have",
            required = true,
            paramLabel = "NxTYPE",
            description = "What you have, for example 32xH100; 0xH100 for none.")
    private String have = "";

    @Option(
            names = "--used",
            paramLabel = "N",
            description = "Accelerators that are busy today, on average.")
    private Optional<String> used = Optional.empty();

    @Option(
            names = "--peak",
            paramLabel = "N",
            description = "Accelerators that are busy at the peak, which grows alike.")
    private Optional<String> peak = Optional.empty();

    @Option(
            names = "--hours",
            paramLabel = "N",
            description = "Accelerator-hours in a month, instead of --used.")
    private Optional<String> hours = Optional.empty();

    @Option(
            names = "--history",
            split = ",",
            paramLabel = "N",
            description =
                    "Accelerator-hours of each of the last months, the oldest first: growth follows.")
    private List<String> history = new ArrayList<>();

    @Mixin private UsageRecordFile usageRecordFile = new UsageRecordFile();

    @Option(
            names = "--growth",
            paramLabel = "P%",
            description = "Growth in a month: 8%%, -2%% or 5%%..12%%.")
    private Optional<String> growth = Optional.empty();

    @Option(
            names = "--target",
            paramLabel = "P%",
            description = "The largest average share of busy accelerators. Default: 80%%.")
    private String target = "80%";

    @Option(
            names = "--horizon",
            paramLabel = "MONTHS",
            description = "How far to plan ahead, for example 18 or 2y. Default: 12.")
    private String horizon = "12";

    @Option(
            names = "--lead",
            paramLabel = "TIME",
            description = "From an order until it works, for example 120d. Default: 90d.")
    private String lead = "90d";

    @Option(
            names = "--cover",
            paramLabel = "MONTHS",
            description = "Months that an order covers. Default: 6.")
    private String cover = "6";

    @Option(
            names = "--machine",
            paramLabel = "N",
            description = "Accelerators of one added machine. Default: as in the catalog.")
    private Optional<String> machine = Optional.empty();

    @Option(names = "--provider", split = ",", paramLabel = "NAMES", description = "Only these.")
    private List<String> providers = new ArrayList<>();

    @Option(names = "--region", split = ",", paramLabel = "NAMES", description = "Only these.")
    private List<String> regions = new ArrayList<>();

    @Option(
            names = "--budget",
            paramLabel = "DOLLARS",
            description = "The budget for all additions within the horizon.")
    private Optional<String> budget = Optional.empty();

    @Option(names = "--json", description = "Print the whole answer as one line of JSON.")
    private boolean json;

    @Mixin private CatalogChoice catalogChoice = new CatalogChoice();

    CapacityCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        var request =
                new CapacityRequest(
                        have,
                        new CapacityRequest.StatedDemand(
                                used,
                                peak,
                                hours,
                                history.isEmpty()
                                        ? usageRecordFile.months(commandEnvironment)
                                        : history,
                                growth),
                        target,
                        horizon,
                        new CapacityRequest.StatedOrders(
                                lead, cover, machine, providers, regions, budget));
        CapacityPlan plan =
                catalogChoice
                        .read(commandEnvironment)
                        .capacity(request, commandEnvironment.clock().instant());
        if (json) {
            commandEnvironment.terminal().json(CapacityJson.of(plan).toString());
        } else {
            new CapacityText(commandEnvironment.terminal()).say(plan);
        }
    }
}
