package slipway.surface.plan.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.request.TrainingRequest;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway plan finetune}. */
@Command(
        name = "finetune",
        description = "Plans fine-tuning of a model: full, or with low-rank adapters.",
        footer = {
            "",
            "Examples",
            "  slipway plan finetune --model llama-3-8b --method lora --samples 50k --epochs 3",
            "  slipway plan finetune --model qwen3-32b --tokens 200M --accelerators 8xH100 --deadline 1d",
            "  slipway plan finetune --model llama-3-70b --method qlora --samples 10k --budget 50"
        })
final class FinetuneCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description = "A name, a config.json, or numbers: layers=32,hidden=4096,…")
    private String model = "";

    @Option(
            names = "--method",
            paramLabel = "M",
            description = "full, lora or qlora. Default: lora.")
    private String method = "lora";

    @Option(
            names = "--tokens",
            paramLabel = "N",
            description = "Tokens to train on, over all epochs.")
    private Optional<String> tokens = Optional.empty();

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "Number of samples, instead of tokens; they are packed.")
    private Optional<String> samples = Optional.empty();

    @Option(
            names = "--epochs",
            paramLabel = "N",
            description = "Passes over the samples. Default: 1.")
    private String epochs = "1";

    @Option(
            names = "--seq",
            paramLabel = "N",
            description = "Tokens of a sequence, and of a sample. Default: 2048.")
    private Optional<String> seq = Optional.empty();

    @Option(names = "--batch", paramLabel = "N", description = "Sequences of a step. Default: 64.")
    private String batch = "64";

    @Mixin private TrainingBounds trainingBounds = new TrainingBounds();

    @Mixin private PlanOutput planOutput = new PlanOutput();

    FinetuneCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        planOutput.show(
                commandEnvironment,
                new TrainingRequest(
                        "slipway plan finetune",
                        model,
                        tokens,
                        samples.map(it -> new TrainingRequest.Samples(it, epochs)),
                        new TrainingRequest.StatedBatch(seq, Optional.empty(), Optional.of(batch)),
                        "bf16",
                        method,
                        trainingBounds.limits()));
    }
}
