package slipway.cli.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.base.Nearest;
import slipway.base.Shown;
import slipway.catalog.Architecture;
import slipway.catalog.Catalog;
import slipway.catalog.Machine;
import slipway.catalog.StorageTier;
import slipway.cli.command.Shell;
import slipway.plan.reliability.Advice;
import slipway.plan.reliability.Optimizer;
import slipway.plan.reliability.Question;
import slipway.plan.reliability.Reliability;

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

    private static final String ACCELERATORS = "--accelerators";
    private static final String NODES = "--nodes";
    private static final String STORAGE = "--storage";
    private static final int USUAL_MACHINE = 8;
    private static final Duration WEEK = Duration.ofDays(7);

    private final Shell shell;

    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description = "A name, a config.json, or numbers: layers=32,hidden=4096,…")
    private String model = "";

    @Option(
            names = ACCELERATORS,
            required = true,
            paramLabel = "NxTYPE",
            description = "How many of which, as 64xH100.")
    private String accelerators = "";

    @Option(
            names = NODES,
            paramLabel = "N",
            description = "In so many machines; as large ones as the catalog has unless said.")
    private Optional<String> nodes = Optional.empty();

    @Option(
            names = "--optimizer",
            paramLabel = "NAME",
            description =
                    "adam, adam-8bit, adam-bf16, lion, muon, sgd or adafactor; adam unless said.")
    private String optimizer = Optimizer.ADAM.word();

    @Option(
            names = "--step",
            paramLabel = "TIME",
            description = "How long a step takes, as 2.5s: the answer is in steps then.")
    private Optional<String> step = Optional.empty();

    @Option(
            names = STORAGE,
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

    CheckpointCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        Catalog catalog = from.read(shell);
        Advice advice = Reliability.of(catalog).advise(question(catalog));
        if (json) {
            shell.terminal().json(CheckpointJson.of(advice, shell.clock().instant()).toString());
        } else {
            new CheckpointText(shell, why).say(advice);
        }
    }

    private Question question(Catalog catalog) {
        var asked = new Asked("slipway plan checkpoint");
        Optional<Architecture> architecture = asked.model(catalog, shell.here(), model);
        Asked.Accelerators wanted = asked.accelerators(catalog, List.of(accelerators));
        if (wanted.count() < 1 && !catalog.meant(wanted.types().getFirst()).isEmpty()) {
            asked.wrong(
                    ACCELERATORS,
                    "It does not say how many. Write for example 64x%s."
                            .formatted(wanted.types().getFirst()));
        }
        Optional<Optimizer> trained = optimizer(asked);
        var stepRead = step.flatMap(it -> Units.step(asked, "--step", it));
        var workRead = asked.duration("--work", work);
        int perMachine = perMachine(asked, catalog, wanted);
        int machines = Math.ceilDiv(Math.max(1, wanted.count()), perMachine);
        var speed = storage.flatMap(it -> speed(asked, catalog, it, machines));
        asked.check();
        return new Question(
                trained.orElseThrow().saved(architecture.orElseThrow().parameters()),
                catalog.meant(wanted.types().getFirst()).getFirst().type(),
                wanted.count(),
                perMachine,
                stepRead,
                speed,
                spot,
                background,
                workRead.orElse(WEEK));
    }

    private Optional<Optimizer> optimizer(Asked asked) {
        Optional<Optimizer> named = Optimizer.named(optimizer);
        if (named.isEmpty()) {
            asked.wrong(
                    "--optimizer",
                    "%s is none of %s.%s"
                            .formatted(
                                    Shown.quoted(optimizer),
                                    String.join(", ", Optimizer.words()),
                                    Nearest.didYouMean(optimizer, Optimizer.words())));
        }
        return named;
    }

    private int perMachine(Asked asked, Catalog catalog, Asked.Accelerators wanted) {
        int count = Math.max(1, wanted.count());
        if (nodes.isEmpty()) {
            int most =
                    catalog.machines().stream()
                            .filter(it -> catalog.allows(wanted.types().getFirst(), it.type()))
                            .mapToInt(Machine::accelerators)
                            .max()
                            .orElse(USUAL_MACHINE);
            return Math.min(most, count);
        }
        int machines = (int) Math.min(count, asked.count(NODES, nodes.get()));
        if (count % machines != 0) {
            asked.wrong(
                    NODES,
                    "%d accelerators do not go into %d machines evenly."
                            .formatted(count, machines));
        }
        return Math.ceilDiv(count, machines);
    }

    private static Optional<Question.Speed> speed(
            Asked asked, Catalog catalog, String text, int machines) {
        if (Units.isNumber(text.strip())) {
            return Units.speed(asked, STORAGE, text).map(Question.Speed::of);
        }
        Optional<StorageTier> tier =
                catalog.storage().stream()
                        .filter(it -> it.name().equalsIgnoreCase(text.strip()))
                        .findFirst();
        if (tier.isEmpty()) {
            List<String> names = catalog.storage().stream().map(StorageTier::name).toList();
            asked.wrong(
                    STORAGE,
                    "There is no tier %s in the catalog, and it is no speed such as 5GB/s.%s"
                            .formatted(Shown.quoted(text), Nearest.didYouMean(text, names)));
        }
        return tier.map(
                it -> new Question.Speed(it.name(), it.writeOf(machines), it.readOf(machines)));
    }
}
