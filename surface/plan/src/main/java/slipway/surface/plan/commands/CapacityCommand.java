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
                "A demand that grows: which month runs out, what to order by when, and what that costs.",
        footer = {
            "",
            "It works without a server. What own hardware costs is as your own.txt says, else as is usual.",
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
            description = "What there is, as 32xH100; 0xH100 where nothing is.")
    private String have = "";

    @Option(
            names = "--used",
            paramLabel = "N",
            description = "Accelerators that are busy today, on average.")
    private Optional<String> used = Optional.empty();

    @Option(
            names = "--peak",
            paramLabel = "N",
            description = "Accelerators that are busy at the busiest; it grows alike.")
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
            description = "In a month, as 8%%, -2%% or 5%%..12%%.")
    private Optional<String> growth = Optional.empty();

    @Option(
            names = "--target",
            paramLabel = "P%",
            description =
                    "The share of what is there that may be busy on average; 80%% unless said.")
    private String target = "80%";

    @Option(
            names = "--horizon",
            paramLabel = "MONTHS",
            description = "How far to look ahead, as 18 or 2y; 12 unless said.")
    private String horizon = "12";

    @Option(
            names = "--lead",
            paramLabel = "TIME",
            description = "From an order until it works, as 120d; 90d unless said.")
    private String lead = "90d";

    @Option(
            names = "--cover",
            paramLabel = "MONTHS",
            description = "An order suffices for so many; 6 unless said.")
    private String cover = "6";

    @Option(
            names = "--machine",
            paramLabel = "N",
            description = "So many are added together; as the catalog's machines have unless said.")
    private Optional<String> machine = Optional.empty();

    @Option(names = "--provider", split = ",", paramLabel = "NAMES", description = "Only these.")
    private List<String> providers = new ArrayList<>();

    @Option(names = "--region", split = ",", paramLabel = "NAMES", description = "Only these.")
    private List<String> regions = new ArrayList<>();

    @Option(
            names = "--budget",
            paramLabel = "DOLLARS",
            description = "For all that is added within the horizon.")
    private Optional<String> budget = Optional.empty();

    @Option(names = "--json", description = "All of it, as one line of JSON.")
    private boolean json;

    @Mixin private CatalogChoice from = new CatalogChoice();

    CapacityCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        var wish =
                new CapacityRequest(
                        have,
                        used,
                        peak,
                        hours,
                        history.isEmpty() ? usageRecordFile.months(commandEnvironment) : history,
                        growth,
                        target,
                        horizon,
                        lead,
                        cover,
                        machine,
                        providers,
                        regions,
                        budget);
        CapacityPlan plan =
                from.read(commandEnvironment).capacity(wish, commandEnvironment.clock().instant());
        if (json) {
            commandEnvironment.terminal().json(CapacityJson.of(plan).toString());
        } else {
            new CapacityText(commandEnvironment.terminal()).say(plan);
        }
    }
}
