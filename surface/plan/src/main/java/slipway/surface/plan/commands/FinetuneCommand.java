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
        description =
                "What it takes to tune a model that exists: all of it, or small matrices beside it.",
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
            description = "full, lora or qlora; lora unless said.")
    private String method = "lora";

    @Option(
            names = "--tokens",
            paramLabel = "N",
            description = "To train on, in all epochs together.")
    private Optional<String> tokens = Optional.empty();

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "Instead of tokens: so many, packed.")
    private Optional<String> samples = Optional.empty();

    @Option(
            names = "--epochs",
            paramLabel = "N",
            description = "How often each sample is seen; 1 unless said.")
    private String epochs = "1";

    @Option(
            names = "--seq",
            paramLabel = "N",
            description = "Tokens of a sequence, and of a sample; 2048 unless said.")
    private Optional<String> seq = Optional.empty();

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Sequences of a step; 64 unless said.")
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
                        seq,
                        Optional.empty(),
                        Optional.of(batch),
                        "bf16",
                        method,
                        trainingBounds.limits()));
    }
}
