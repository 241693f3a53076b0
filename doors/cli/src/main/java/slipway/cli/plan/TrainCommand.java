package slipway.cli.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.catalog.Architecture;
import slipway.catalog.Catalog;
import slipway.cli.command.Shell;
import slipway.plan.Aim;
import slipway.plan.Plan;
import slipway.plan.TrainingPlan;
import slipway.plan.money.Choice;
import slipway.plan.money.Terms;
import slipway.plan.training.Dtype;
import slipway.plan.training.Task;

/** {@code slipway plan train}. */
@Command(
        name = "train",
        description = "What it takes to train a model: accelerators, set-up, time and money.",
        footer = {
            "",
            "It works without a server. Prices and models are the catalog's, and yours where you keep some.",
            "",
            "Examples",
            "  slipway plan train --model llama-3-8b --tokens 15B --deadline 3d",
            "  slipway plan train --model llama-3-8b --tokens 15B --deadline 3d --budget 4000 --terms own,spot",
            "  slipway plan train --model ./config.json --tokens 300B --accelerators 64xH100 --why",
            "  slipway plan train --model layers=24,hidden=2048,heads=16,ffn=8192,vocabulary=50304,context=2048 --tokens 40B"
        })
final class TrainCommand implements Runnable {

    private static final double USUAL_SEQ = 8_192;
    private static final int MOST_MACHINES = 512;

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

    @Option(names = "--deadline", paramLabel = "TIME", description = "From now, as 3d or 36h.")
    private Optional<String> deadline = Optional.empty();

    @Option(names = "--budget", paramLabel = "MONEY", description = "In dollars, as 4000.")
    private Optional<String> budget = Optional.empty();

    @Option(
            names = "--accelerators",
            split = ",",
            paramLabel = "TYPES",
            description = "Only these, as H100,H200; or so many, as 16xH100.")
    private List<String> accelerators = new ArrayList<>();

    @Option(names = "--provider", split = ",", paramLabel = "NAMES", description = "Only these.")
    private List<String> providers = new ArrayList<>();

    @Option(names = "--region", split = ",", paramLabel = "NAMES", description = "Only these.")
    private List<String> regions = new ArrayList<>();

    @Option(
            names = "--terms",
            split = ",",
            paramLabel = "TERMS",
            description = "Only these of on-demand, spot, reserved, own.")
    private List<String> terms = new ArrayList<>();

    @Option(
            names = "--max-machines",
            paramLabel = "N",
            description = "At most so many; 32 unless said.")
    private String machines = "32";

    @Option(names = "--why", description = "Where each figure comes from.")
    private boolean why;

    @Option(names = "--json", description = "The whole plan, as one line of JSON.")
    private boolean json;

    TrainCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        Instant now = shell.clock().instant();
        Catalog catalog = Catalog.bundled();
        TrainingPlan plan = Plan.with(catalog).train(aim(catalog, now));
        if (json) {
            shell.terminal().json(TrainingPlanJson.of(plan).toString());
        } else {
            new TrainingPlanText(shell, why).say(plan);
        }
    }

    private Aim aim(Catalog catalog, Instant now) {
        var asked = new Asked("slipway plan train");
        Optional<Architecture> architecture = asked.model(catalog, shell.here(), model);
        double all = asked.count("--tokens", tokens);
        double length = seq.map(it -> asked.count("--seq", it)).orElse(USUAL_SEQ);
        double perStep = step.map(it -> asked.count("--step", it)).orElse(0.0);
        Optional<Dtype> dtype = dtype(asked);
        var deadlineRead = asked.duration("--deadline", deadline);
        var budgetRead = asked.money("--budget", budget);
        Aim.Where where = where(asked, catalog);
        architecture.ifPresent(it -> checkSequence(asked, it, length));
        asked.check();
        Architecture it = architecture.orElseThrow();
        double sequence = seq.isPresent() ? length : Math.min(length, it.context());
        double global = Math.max(1, Math.rint((perStep > 0 ? perStep : usualStep(it)) / sequence));
        var amount = new Task.Amount(all, sequence, global);
        Task task = Task.of(it, amount, dtype.orElseThrow(), Task.Tuning.FULL);
        return new Aim(task, deadlineRead, budgetRead, where, now);
    }

    private void checkSequence(Asked asked, Architecture architecture, double length) {
        if (seq.isPresent() && length > architecture.context()) {
            asked.wrong(
                    "--seq",
                    "%s was made for sequences of at most %,d tokens."
                            .formatted(architecture.name(), architecture.context()));
        }
    }

    /** What people take who train such models: a step of more tokens where there are more weights. */
    private static double usualStep(Architecture architecture) {
        double billions = architecture.activeParameters() / 1e9;
        return billions < 1 ? 1 << 19 : billions < 3 ? 1 << 20 : billions < 7 ? 1 << 21 : 1 << 22;
    }

    private Optional<Dtype> dtype(Asked asked) {
        return switch (precision) {
            case "bf16" -> Optional.of(Dtype.BFLOAT16);
            case "fp8" -> Optional.of(Dtype.FP8);
            default -> {
                asked.wrong("--precision", "It is bf16 or fp8.");
                yield Optional.empty();
            }
        };
    }

    private Aim.Where where(Asked asked, Catalog catalog) {
        Set<Terms> allowed = EnumSet.noneOf(Terms.class);
        terms.forEach(it -> asked.word("--terms", it, Terms.class).ifPresent(allowed::add));
        Asked.Accelerators wanted = asked.accelerators(catalog, accelerators);
        int most = (int) Math.min(MOST_MACHINES, asked.count("--max-machines", machines));
        return new Aim.Where(
                new Choice(new HashSet<>(providers), new HashSet<>(regions), allowed),
                wanted.types(),
                wanted.count() > 0 ? OptionalInt.of(wanted.count()) : OptionalInt.empty(),
                wanted.count() > 0 ? MOST_MACHINES : most);
    }
}
