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
            "For each speed that is sold the best set-up with it is searched: a slow network is sharded for otherwise.",
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
            description = "How many of which, as 64xH100.")
    private String accelerators = "";

    @Option(
            names = "--tokens",
            paramLabel = "N",
            description = "To be seen in all: it says how much data lies where; 15B unless said.")
    private String tokens = "15B";

    @Option(
            names = "--seq",
            paramLabel = "N",
            description = "Tokens of a sequence; 8192 unless said.")
    private Optional<String> seq = Optional.empty();

    @Option(
            names = "--step",
            paramLabel = "N",
            description = "Tokens of a step; what is usual for such a model unless said.")
    private Optional<String> step = Optional.empty();

    @Option(
            names = "--precision",
            paramLabel = "NAME",
            description = "bf16 or fp8; bf16 unless said.")
    private String precision = "bf16";

    @Option(
            names = "--token-bytes",
            paramLabel = "N",
            description = "What is read for each token: 4 unless said; pictures need hundreds.")
    private String tokenBytes = "4";

    @Option(names = "--json", description = "All of it, as one line of JSON.")
    private boolean json;

    @Mixin private CatalogChoice from = new CatalogChoice();

    AdviseCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        var wish = new AdviceRequest(model, accelerators, tokens, seq, step, precision, tokenBytes);
        InfrastructureNeeds infrastructureNeeds =
                from.read(commandEnvironment).advise(wish, commandEnvironment.here());
        if (json) {
            commandEnvironment.terminal().json(AdviseText.json(infrastructureNeeds).toString());
        } else {
            new AdviseText(commandEnvironment.terminal()).say(infrastructureNeeds);
        }
    }
}
