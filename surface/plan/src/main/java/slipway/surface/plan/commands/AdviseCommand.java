package slipway.surface.plan.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.InfrastructureNeeds;
import slipway.plan.request.AdviceRequest;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway plan advise}. */
@Command(
        name = "advise",
        description =
                "Network and storage for a training run: Ethernet or InfiniBand, how fast, and which tiers.",
        footer = {
            "",
            "For each available speed it searches the best set-up, because a slow network needs other sharding.",
            "",
            "Examples",
            "  slipway plan advise --model llama-3-8b --accelerators 64xH100",
            "  slipway plan advise --model llama-3-70b --accelerators 512xH100 --tokens 2T",
            "  slipway plan advise --model ./config.json --accelerators 32xA100-80GB --token-bytes 600"
        })
final class AdviseCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description = "A name, a config.json, or numbers: layers=32,hidden=4096,…")
    private String model = "";

    @Option(
            names = "--accelerators",
            required = true,
            paramLabel = "NxTYPE",
            description = "Number and type, for example 64xH100.")
    private String accelerators = "";

    @Option(
            names = "--tokens",
            paramLabel = "N",
            description = "Tokens of the run, for the size of the data. Default: 15B.")
    private String tokens = "15B";

    @Option(names = "--seq", paramLabel = "N", description = "Tokens of a sequence. Default: 8192.")
    private Optional<String> seq = Optional.empty();

    @Option(
            names = "--step",
            paramLabel = "N",
            description = "Tokens of a step. Default: usual for such a model.")
    private Optional<String> step = Optional.empty();

    @Option(names = "--precision", paramLabel = "NAME", description = "bf16 or fp8. Default: bf16.")
    private String precision = "bf16";

    @Option(
            names = "--token-bytes",
            paramLabel = "N",
            description = "Bytes read for each token; images need hundreds. Default: 4.")
    private String tokenBytes = "4";

    @Option(names = "--json", description = "Print the whole answer as one line of JSON.")
    private boolean json;

    @Mixin private CatalogChoice catalogChoice = new CatalogChoice();

    AdviseCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        var request =
                new AdviceRequest(model, accelerators, tokens, seq, step, precision, tokenBytes);
        InfrastructureNeeds infrastructureNeeds =
                catalogChoice.read(commandEnvironment).advise(request, commandEnvironment.here());
        if (json) {
            commandEnvironment.terminal().json(AdviseText.json(infrastructureNeeds).toString());
        } else {
            new AdviseText(commandEnvironment.terminal()).say(infrastructureNeeds);
        }
    }
}
