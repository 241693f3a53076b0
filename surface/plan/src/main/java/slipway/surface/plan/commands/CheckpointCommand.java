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
                "Checkpoint interval of a training run, the time of a save, and the storage it needs.",
        footer = {
            "",
            "Works without a server. Failure rates are from published reports.",
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
            description = "Number and type, for example 64xH100.")
    private String accelerators = "";

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "The number of machines. Default: the largest of the catalog.")
    private Optional<String> nodes = Optional.empty();

    @Option(
            names = "--optimizer",
            paramLabel = "NAME",
            description =
                    "adam, adam-8bit, adam-bf16, lion, muon, sgd or adafactor. Default: adam.")
    private String optimizer = "adam";

    @Option(
            names = "--step",
            paramLabel = "TIME",
            description = "The time of a step, for example 2.5s; the answer is then in steps.")
    private Optional<String> step = Optional.empty();

    @Option(
            names = "--storage",
            paramLabel = "SPEED",
            description =
                    "Speed for all machines, for example 5GB/s, or a tier. Default: fast enough.")
    private Optional<String> storage = Optional.empty();

    @Option(
            names = "--background",
            description = "Accelerators wait only until their memory is copied to host memory.")
    private boolean background;

    @Option(names = "--spot", description = "The provider may reclaim the machines.")
    private boolean spot;

    @Option(
            names = "--work",
            paramLabel = "TIME",
            description = "The time of the run without failures. Default: 7d.")
    private Optional<String> work = Optional.empty();

    @Option(names = "--why", description = "Show where each figure comes from.")
    private boolean why;

    @Option(names = "--json", description = "Print the whole answer as one line of JSON.")
    private boolean json;

    @Mixin private CatalogChoice catalogChoice = new CatalogChoice();

    CheckpointCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        var request =
                new CheckpointRequest(
                        model,
                        accelerators,
                        nodes,
                        step,
                        new CheckpointRequest.StatedSaving(optimizer, storage, background),
                        spot,
                        work);
        CheckpointAdvice checkpointAdvice =
                catalogChoice
                        .read(commandEnvironment)
                        .checkpoint(request, commandEnvironment.here());
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
