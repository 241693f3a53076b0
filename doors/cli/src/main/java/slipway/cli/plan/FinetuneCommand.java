package slipway.cli.plan;

import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.catalog.Architecture;
import slipway.catalog.Catalog;
import slipway.cli.command.Shell;
import slipway.plan.Aim;
import slipway.plan.training.Task;

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

    private static final double USUAL_SEQ = 2_048;

    private final Shell shell;

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

    @Mixin private Bounds bounds = new Bounds();

    @Mixin private Output output = new Output();

    FinetuneCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        Catalog catalog = output.catalog(shell);
        output.show(shell, catalog, aim(catalog, shell.clock().instant()));
    }

    private Aim aim(Catalog catalog, Instant now) {
        var asked = new Asked("slipway plan finetune");
        Optional<Architecture> read = asked.model(catalog, shell.here(), model);
        double sequence = asked.sequence(seq, read, USUAL_SEQ);
        double global = Math.rint(asked.count("--batch", batch));
        double all = amount(asked, sequence);
        var tuning = asked.word("--method", method, Task.Tuning.class);
        Bounds.Read within = bounds.read(asked, catalog);
        asked.check();
        var amount = new Task.Amount(all, sequence, global);
        return within.aim(
                Task.of(read.orElseThrow(), amount, asked.precision("bf16"), tuning.orElseThrow()),
                now);
    }

    private double amount(Asked asked, double sequence) {
        if (tokens.isPresent() == samples.isPresent()) {
            asked.wrong("--tokens", "Say either --tokens or --samples.");
            return 1;
        }
        double often = asked.count("--epochs", epochs);
        return tokens.map(it -> asked.count("--tokens", it))
                .orElseGet(
                        () -> asked.count("--samples", samples.orElseThrow()) * sequence * often);
    }
}
