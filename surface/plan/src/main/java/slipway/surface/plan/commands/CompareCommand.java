package slipway.surface.plan.commands;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.Planner;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.plan.acceptance.Measurements;
import slipway.plan.compare.ProviderComparison;
import slipway.plan.request.CompareRequest;
import slipway.surface.api.client.ApiCall;
import slipway.surface.plan.api.CompareJson;
import slipway.surface.plan.api.MeasurementRoutes;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.plan.api.MeasurementRoutes.NodeFindingsView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway plan compare}. */
@Command(
        name = "compare",
        description =
                "Compares providers by price, availability, network, scalability, storage and"
                        + " dedicated machines.",
        footer = {
            "",
            "Scores are from 0 to 10 and rest on the catalog. An unknown fact counts as the middle of the scale,",
            "with an interval. Add your facts to providers.txt, machines.txt and storage.txt (docs/catalog.md).",
            "",
            "Examples",
            "  slipway plan compare --accelerators H100",
            "  slipway plan compare --accelerators 256xH100 --weights network=3,scalability=3,price=1",
            "  slipway plan compare --accelerators A100-80GB --provider aws,gcp,lambda --why"
        })
final class CompareCommand extends RemoteCommand {

    @Option(
            names = "--accelerators",
            required = true,
            paramLabel = "TYPE",
            description =
                    "The type, for example H100; with the number that work together, 256xH100.")
    private String accelerators = "";

    @Option(
            names = "--weights",
            split = ",",
            paramLabel = "NAME=N",
            description =
                    "Weights. Default: price=3, availability=2, network=2, scalability=1, storage=1,"
                            + " dedicated=1.")
    private List<String> weights = new ArrayList<>();

    @Option(names = "--provider", split = ",", paramLabel = "NAMES", description = "Only these.")
    private List<String> providers = new ArrayList<>();

    @Option(names = "--why", description = "Show the reason of each score.")
    private boolean why;

    @Option(
            names = "--measured",
            description = {
                "Use the measurements of the server (slipway plan measure --provider) instead of the catalog. All",
                "other options work without a server."
            })
    private boolean measured;

    @Mixin private CatalogChoice catalogChoice = new CatalogChoice();

    CompareCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        var request = new CompareRequest(accelerators, weights, providers);
        Planner planner =
                catalogChoice
                        .read(shell())
                        .withMeasurements(measured ? measurements() : Measurements.NONE);
        ProviderComparison comparison = planner.compare(request, shell().clock().instant());
        if (asJson()) {
            terminal().json(CompareJson.of(comparison).toString());
        } else {
            new CompareText(terminal(), why).say(comparison);
        }
    }

    private Measurements measurements() {
        return new Measurements(
                all(ApiCall.to(MeasurementRoutes.LIST)).stream()
                        .flatMap(it -> it.found().stream().map(node -> entry(it, node)))
                        .toList());
    }

    private static Measurements.Entry entry(MeasurementView measurement, NodeFindingsView node) {
        return new Measurements.Entry(
                measurement.provider(),
                AcceptanceTest.read(node.node(), node.document().json()).withNode(node.node()));
    }
}
