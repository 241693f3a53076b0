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

/** {@code slipway plan train}. */
@Command(
        name = "train",
        description = "What it takes to train a model: accelerators, set-up, time and money.",
        footer = {
            "",
            "It works without a server. Types that nobody has measured are reckoned only if you name them.",
            "",
            "Examples",
            "  slipway plan train --model llama-3-8b --tokens 15B --deadline 3d",
            "  slipway plan train --model llama-3-8b --tokens 15B --deadline 3d --budget 4000 --terms on-demand",
            "  slipway plan train --model ./config.json --tokens 300B --accelerators 64xH100 --why",
            "  slipway plan train --model layers=24,hidden=2048,heads=16,ffn=8192,vocabulary=50304,context=2048 \\",
            "      --tokens 40B"
        })
final class TrainCommand implements Runnable {

    private static final double USUAL_SEQ = 8_192;

    private final Shell shell;

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
            description = "To train on, as 15B.")
    private String tokens = "";

    @Option(
            names = "--seq",
            paramLabel = "N",
            description = "Tokens of a sequence; 8192 unless the model was made for fewer.")
    private Optional<String> seq = Optional.empty();

    @Option(
            names = "--step",
            paramLabel = "N",
            description = "Tokens of a step; 0.5M to 4M by the model's size unless said.")
    private Optional<String> step = Optional.empty();

    @Option(names = "--precision", paramLabel = "P", description = "bf16 or fp8.")
    private String precision = "bf16";

    @Mixin private Bounds bounds = new Bounds();

    @Mixin private Output output = new Output();

    TrainCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        Catalog catalog = output.catalog(shell);
        output.show(shell, catalog, aim(catalog, shell.clock().instant()));
    }

    private Aim aim(Catalog catalog, Instant now) {
        var asked = new Asked("slipway plan train");
        Optional<Architecture> read = asked.model(catalog, shell.here(), model);
        double all = asked.count("--tokens", tokens);
        double sequence = asked.sequence(seq, read, USUAL_SEQ);
        double perStep = step.map(it -> asked.count("--step", it)).orElse(0.0);
        var dtype = asked.precision(precision);
        Bounds.Read within = bounds.read(asked, catalog);
        asked.check();
        Architecture it = read.orElseThrow();
        double global = Math.max(1, Math.rint((perStep > 0 ? perStep : usualStep(it)) / sequence));
        return within.aim(
                Task.of(it, new Task.Amount(all, sequence, global), dtype, Task.Tuning.FULL), now);
    }

    /** What people take who train such models: a step of more tokens where there are more weights. */
    private static double usualStep(Architecture architecture) {
        double billions = architecture.activeParameters() / 1e9;
        return billions < 1 ? 1 << 19 : billions < 3 ? 1 << 20 : billions < 7 ? 1 << 21 : 1 << 22;
    }
}
