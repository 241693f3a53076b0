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
                "Plan for varying demand: what to reserve, what to run on spot, and the savings.",
        footer = {
            "",
            "Discounts of commitments are not public. State yours, or put them into commitments.txt (docs/catalog.md).",
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
            description = "A name, a config.json, or numbers; its checkpoints matter on spot.")
    private String model = "";

    @Option(
            names = "--accelerators",
            required = true,
            paramLabel = "TYPE",
            description = "The type, for example H100.")
    private String type = "";

    @Option(
            names = "--baseline",
            required = true,
            paramLabel = "N",
            description = "Accelerators that are always in use.")
    private String baseline = "";

    @Option(
            names = "--bursts",
            required = true,
            paramLabel = "N",
            description = "More accelerators that are in use at times.")
    private String bursts = "";

    @Option(
            names = "--burst-share",
            required = true,
            paramLabel = "P%",
            description = "The share of the time of these bursts, for example 30%%.")
    private String share = "";

    @Option(
            names = "--discount",
            paramLabel = "P%",
            description =
                    "Discount of a commitment, for example 30%%. Default: from commitments.txt.")
    private Optional<String> discount = Optional.empty();

    @Option(
            names = "--spot-there",
            paramLabel = "P%",
            description = "The share of the time with spot capacity. Default: 80%%.")
    private Optional<String> there = Optional.empty();

    @Mixin private ProviderOptions providerOptions = new ProviderOptions();

    @Option(names = "--json", description = "Print the whole answer as one line of JSON.")
    private boolean json;

    @Mixin private CatalogChoice catalogChoice = new CatalogChoice();

    MixCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        var request =
                new MixRequest(
                        model,
                        type,
                        new MixRequest.StatedBursts(baseline, bursts, share),
                        discount,
                        there,
                        providerOptions.providers(),
                        providerOptions.regions());
        MixPlan plan =
                catalogChoice
                        .read(commandEnvironment)
                        .mix(
                                request,
                                commandEnvironment.here(),
                                commandEnvironment.clock().instant());
        if (json) {
            commandEnvironment.terminal().json(MixText.json(plan).toString());
        } else {
            new MixText(commandEnvironment).say(plan);
        }
    }
}
