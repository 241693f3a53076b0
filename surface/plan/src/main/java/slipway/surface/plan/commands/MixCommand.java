package slipway.surface.plan.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.MixPlan;
import slipway.plan.request.MixRequest;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway plan mix}. */
@Command(
        name = "mix",
        description =
                "A demand that goes up and down: how much to reserve, what to run on spot, what that saves.",
        footer = {
            "",
            "Discounts of commitments are not public. Say yours, or keep them in commitments.txt (docs/catalog.md).",
            "",
            "Examples",
            "  slipway plan mix --model layers=24,hidden=2304,heads=18,ffn=8192,vocabulary=50304,context=2048 \\",
            "      --accelerators A100-80GB --provider aws --baseline 16 --bursts 48 --burst-share 20%% \\",
            "      --discount 30%%",
            "  slipway plan mix --model llama-3-8b --accelerators H100 --baseline 8 --bursts 24 --burst-share 30%%"
        })
final class MixCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description = "A name, a config.json, or numbers: what is saved of it matters on spot.")
    private String model = "";

    @Option(
            names = "--accelerators",
            required = true,
            paramLabel = "TYPE",
            description = "Of which type, as H100.")
    private String type = "";

    @Option(
            names = "--baseline",
            required = true,
            paramLabel = "N",
            description = "So many are always in use.")
    private String baseline = "";

    @Option(
            names = "--bursts",
            required = true,
            paramLabel = "N",
            description = "So many more at times.")
    private String bursts = "";

    @Option(
            names = "--burst-share",
            required = true,
            paramLabel = "P%",
            description = "The share of the time in which they are, as 30%%.")
    private String share = "";

    @Option(
            names = "--discount",
            paramLabel = "P%",
            description =
                    "What a commitment takes off, as 30%%; else as your commitments.txt says.")
    private Optional<String> discount = Optional.empty();

    @Option(
            names = "--spot-there",
            paramLabel = "P%",
            description = "The share of the time in which spot can be had; 80%% unless said.")
    private Optional<String> there = Optional.empty();

    @Mixin private Sellers sellers = new Sellers();

    @Option(names = "--json", description = "All of it, as one line of JSON.")
    private boolean json;

    @Mixin private CatalogChoice from = new CatalogChoice();

    MixCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        var wish =
                new MixRequest(
                        model,
                        type,
                        baseline,
                        bursts,
                        share,
                        discount,
                        there,
                        sellers.providers(),
                        sellers.regions());
        MixPlan plan =
                from.read(commandEnvironment)
                        .mix(wish, commandEnvironment.here(), commandEnvironment.clock().instant());
        if (json) {
            commandEnvironment.terminal().json(MixText.json(plan).toString());
        } else {
            new MixText(commandEnvironment).say(plan);
        }
    }
}
