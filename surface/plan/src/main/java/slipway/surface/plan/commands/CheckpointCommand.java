package slipway.surface.plan.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.request.CheckpointRequest;
import slipway.surface.plan.api.CheckpointJson;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway plan checkpoint}. */
@Command(
        name = "checkpoint",
        description =
                "How often a training run should save, how long that takes, and what storage it needs.",
        footer = {
            "",
            "It works without a server. How often machines fail is what others have told of theirs.",
            "",
            "Examples",
            "  slipway plan checkpoint --model llama-3-8b --accelerators 64xH100",
            "  slipway plan checkpoint --model llama-3-8b --accelerators 64xH100 --step 2.5s --storage 5GB/s",
            "  slipway plan checkpoint --model ./config.json --accelerators 16xA100-80GB --storage s3-standard --spot",
            "  slipway plan checkpoint --model llama-3-70b --accelerators 512xH100 --background --why"
        })
final class CheckpointCommand implements Runnable {

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
            names = "--nodes",
            paramLabel = "N",
            description = "In so many machines; as large ones as the catalog has unless said.")
    private Optional<String> nodes = Optional.empty();

    @Option(
            names = "--optimizer",
            paramLabel = "NAME",
            description =
                    "adam, adam-8bit, adam-bf16, lion, muon, sgd or adafactor; adam unless said.")
    private String optimizer = "adam";

    @Option(
            names = "--step",
            paramLabel = "TIME",
            description = "How long a step takes, as 2.5s: the answer is in steps then.")
    private Optional<String> step = Optional.empty();

    @Option(
            names = "--storage",
            paramLabel = "SPEED",
            description =
                    "Of all machines together, as 5GB/s, or a tier of the catalog; what suffices unless said.")
    private Optional<String> storage = Optional.empty();

    @Option(
            names = "--background",
            description = "Accelerators wait only until their memory is copied to their machine's.")
    private boolean background;

    @Option(names = "--spot", description = "The provider may take machines back.")
    private boolean spot;

    @Option(
            names = "--work",
            paramLabel = "TIME",
            description = "What the run would take if nothing happened; 7d unless said.")
    private Optional<String> work = Optional.empty();

    @Option(names = "--why", description = "Where each figure comes from.")
    private boolean why;

    @Option(names = "--json", description = "All of it, as one line of JSON.")
    private boolean json;

    @Mixin private CatalogChoice from = new CatalogChoice();

    CheckpointCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        var wish =
                new CheckpointRequest(
                        model,
                        accelerators,
                        nodes,
                        optimizer,
                        step,
                        storage,
                        background,
                        spot,
                        work);
        CheckpointAdvice checkpointAdvice =
                from.read(commandEnvironment).checkpoint(wish, commandEnvironment.here());
        if (json) {
            commandEnvironment
                    .terminal()
                    .json(
                            CheckpointJson.of(
                                            checkpointAdvice, commandEnvironment.clock().instant())
                                    .toString());
        } else {
            new CheckpointText(commandEnvironment, why).say(checkpointAdvice);
        }
    }
}
