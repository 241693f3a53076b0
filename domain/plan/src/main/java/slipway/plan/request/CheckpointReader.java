package slipway.plan.request;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.catalog.Architecture;
import slipway.catalog.Catalog;
import slipway.catalog.MachineType;
import slipway.catalog.StorageTier;
import slipway.plan.reliability.CheckpointOptimizerBytes;
import slipway.plan.reliability.CheckpointScenario;

/** Makes a question of a wish, or tells everything that is wrong with it. */
public final class CheckpointReader {

    private static final String ACCELERATORS = "--accelerators";
    private static final String NODES = "--nodes";
    private static final String STORAGE = "--storage";
    private static final int USUAL_MACHINE = 8;
    private static final Duration WEEK = Duration.ofDays(7);

    private final Catalog catalog;
    private final Path here;
    private final CheckpointRequest wish;
    private final RequestReader requestReader = new RequestReader("slipway plan checkpoint");

    /**
     * @param here from where the name of a file is meant
     */
    public CheckpointReader(Catalog catalog, Path here, CheckpointRequest wish) {
        this.catalog = catalog;
        this.here = here;
        this.wish = wish;
    }

    public CheckpointScenario read() {
        Optional<Architecture> architecture = requestReader.model(catalog, here, wish.model());
        RequestReader.Accelerators wanted =
                requestReader.accelerators(catalog, List.of(wish.accelerators()));
        if (wanted.count() < 1 && !catalog.typesFor(wanted.types().getFirst()).isEmpty()) {
            requestReader.wrong(
                    ACCELERATORS,
                    "It does not say how many. Write for example 64x%s."
                            .formatted(wanted.types().getFirst()));
        }
        Optional<CheckpointOptimizerBytes> trained = optimizer();
        var stepRead = wish.step().flatMap(it -> Units.step(requestReader, "--step", it));
        var workRead = requestReader.duration("--work", wish.work());
        int perMachine = perMachine(wanted);
        int machines = Math.ceilDiv(Math.max(1, wanted.count()), perMachine);
        var speed = wish.storage().flatMap(it -> speed(it, machines));
        requestReader.check();
        return new CheckpointScenario(
                trained.orElseThrow().saved(architecture.orElseThrow().parameters()),
                catalog.typesFor(wanted.types().getFirst()).getFirst().type(),
                wanted.count(),
                perMachine,
                stepRead,
                speed,
                wish.spot(),
                wish.background(),
                workRead.orElse(WEEK));
    }

    private Optional<CheckpointOptimizerBytes> optimizer() {
        Optional<CheckpointOptimizerBytes> named = CheckpointOptimizerBytes.named(wish.optimizer());
        if (named.isEmpty()) {
            requestReader.wrong(
                    "--optimizer",
                    "%s is none of %s.%s"
                            .formatted(
                                    UntrustedText.quoted(wish.optimizer()),
                                    String.join(", ", CheckpointOptimizerBytes.words()),
                                    SpellingSuggestion.didYouMean(
                                            wish.optimizer(), CheckpointOptimizerBytes.words())));
        }
        return named;
    }

    private int perMachine(RequestReader.Accelerators wanted) {
        int count = Math.max(1, wanted.count());
        if (wish.nodes().isEmpty()) {
            int most =
                    catalog.machines().stream()
                            .filter(it -> catalog.accepts(wanted.types().getFirst(), it.type()))
                            .mapToInt(MachineType::accelerators)
                            .max()
                            .orElse(USUAL_MACHINE);
            return Math.min(most, count);
        }
        int machines = (int) Math.min(count, requestReader.count(NODES, wish.nodes().get()));
        if (count % machines != 0) {
            requestReader.wrong(
                    NODES,
                    "%d accelerators do not go into %d machines evenly."
                            .formatted(count, machines));
        }
        return Math.ceilDiv(count, machines);
    }

    private Optional<CheckpointScenario.Speed> speed(String text, int machines) {
        if (Units.isNumber(text.strip())) {
            return Units.speed(requestReader, STORAGE, text).map(CheckpointScenario.Speed::of);
        }
        Optional<StorageTier> tier =
                catalog.storage().stream()
                        .filter(it -> it.name().equalsIgnoreCase(text.strip()))
                        .findFirst();
        if (tier.isEmpty()) {
            List<String> names = catalog.storage().stream().map(StorageTier::name).toList();
            requestReader.wrong(
                    STORAGE,
                    "There is no tier %s in the catalog, and it is no speed such as 5GB/s.%s"
                            .formatted(
                                    UntrustedText.quoted(text),
                                    SpellingSuggestion.didYouMean(text, names)));
        }
        return tier.map(
                it ->
                        new CheckpointScenario.Speed(
                                it.name(),
                                it.writeBandwidth(machines),
                                it.readBandwidth(machines)));
    }
}
