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
                "Providers beside each other, scored by price, availability, network, scalability, storage and"
                        + " dedicated machines.",
        footer = {
            "",
            "Scores are from 0 to 10 and rest on the catalog. What is not known is counted as unknown: in the middle,",
            "with an interval. Put what you know into providers.txt, machines.txt and storage.txt (docs/catalog.md).",
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
            description = "Of which type, as H100; with how many are to work together, 256xH100.")
    private String accelerators = "";

    @Option(
            names = "--weights",
            split = ",",
            paramLabel = "NAME=N",
            description =
                    "How much each counts: price=3, availability=2, network=2, scalability=1, storage=1 and"
                            + " dedicated=1 unless said.")
    private List<String> weights = new ArrayList<>();

    @Option(names = "--provider", split = ",", paramLabel = "NAMES", description = "Only these.")
    private List<String> providers = new ArrayList<>();

    @Option(names = "--why", description = "What each score rests on, for every provider shown.")
    private boolean why;

    @Option(
            names = "--measured",
            description = {
                "Asks the server what was measured at them (slipway plan measure --provider), and puts it in place",
                "of what the catalog says. Without it no server is needed."
            })
    private boolean measured;

    @Mixin private CatalogChoice from = new CatalogChoice();

    CompareCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        var wish = new CompareRequest(accelerators, weights, providers);
        Planner planner =
                from.read(shell()).withMeasurements(measured ? measurements() : Measurements.NONE);
        ProviderComparison all = planner.compare(wish, shell().clock().instant());
        if (asJson()) {
            terminal().json(CompareJson.of(all).toString());
        } else {
            new CompareText(terminal(), why).say(all);
        }
    }

    private Measurements measurements() {
        return new Measurements(
                all(ApiCall.to(MeasurementRoutes.LIST)).stream()
                        .flatMap(it -> it.found().stream().map(node -> entry(it, node)))
                        .toList());
    }

    private static Measurements.Entry entry(MeasurementView of, NodeFindingsView node) {
        return new Measurements.Entry(
                of.provider(),
                AcceptanceTest.read(node.node(), node.document().json()).withNode(node.node()));
    }
}
