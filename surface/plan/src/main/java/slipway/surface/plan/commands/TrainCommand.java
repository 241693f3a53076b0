package slipway.surface.plan.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.request.TrainingRequest;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway plan train}. */
@Command(
        name = "train",
        description = "Plans training a model: accelerators, set-up, time and cost.",
        footer = {
            "",
            "Works without a server. Unmeasured types are planned only if you name them.",
            "",
            "Examples",
            "  slipway plan train --model llama-3-8b --tokens 15B --deadline 3d",
            "  slipway plan train --model llama-3-8b --tokens 15B --deadline 3d --budget 4000 --terms on-demand",
            "  slipway plan train --model ./config.json --tokens 300B --accelerators 64xH100 --why",
            "  slipway plan train --model layers=24,hidden=2048,heads=16,ffn=8192,vocabulary=50304,context=2048 \\",
            "      --tokens 40B"
        })
final class TrainCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description = "A name, a config.json, or numbers: layers=32,hidden=4096,…")
    private String model = "";

    @Option(
            names = "--tokens",
            required = true,
            paramLabel = "N",
            description = "Tokens to train on, for example 15B.")
    private String tokens = "";

    @Option(
            names = "--seq",
            paramLabel = "N",
            description = "Tokens of a sequence. Default: 8192, or the model's maximum.")
    private Optional<String> seq = Optional.empty();

    @Option(
            names = "--step",
            paramLabel = "N",
            description = "Tokens of a step. Default: 0.5M to 4M by the model's size.")
    private Optional<String> step = Optional.empty();

    @Option(names = "--precision", paramLabel = "P", description = "bf16 or fp8.")
    private String precision = "bf16";

    @Mixin private TrainingBounds trainingBounds = new TrainingBounds();

    @Mixin private PlanOutput planOutput = new PlanOutput();

    TrainCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        planOutput.show(
                commandEnvironment,
                new TrainingRequest(
                        "slipway plan train",
                        model,
                        Optional.of(tokens),
                        Optional.empty(),
                        new TrainingRequest.StatedBatch(seq, step, Optional.empty()),
                        precision,
                        "full",
                        trainingBounds.limits()));
    }
}
