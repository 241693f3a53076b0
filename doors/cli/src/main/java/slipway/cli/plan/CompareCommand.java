package slipway.cli.plan;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.cli.command.Shell;
import slipway.plan.CompareWish;
import slipway.plan.compare.Comparison;

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
final class CompareCommand implements Runnable {

    private final Shell shell;

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

    @Option(names = "--json", description = "All of it, as one line of JSON.")
    private boolean json;

    @Mixin private CatalogChoice from = new CatalogChoice();

    CompareCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        var wish = new CompareWish(accelerators, weights, providers);
        Comparison all = from.read(shell).compare(wish, List.of(), shell.clock().instant());
        if (json) {
            shell.terminal().json(CompareText.json(all).toString());
        } else {
            new CompareText(shell.terminal(), why).say(all);
        }
    }
}
