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

/** Parses and checks a checkpoint request; all mistakes are one problem. */
final class CheckpointRequestParser {

    private static final String ACCELERATORS = "--accelerators";
    private static final String NODES = "--nodes";
    private static final String STORAGE = "--storage";
    private static final int DEFAULT_PER_MACHINE = 8;
    private static final Duration WEEK = Duration.ofDays(7);

    private final Catalog catalog;
    private final Path folder;
    private final CheckpointRequest request;
    private final RequestValues requestValues = new RequestValues("slipway plan checkpoint");

    /**
     * @param folder the folder of a named file
     */
    CheckpointRequestParser(Catalog catalog, Path folder, CheckpointRequest request) {
        this.catalog = catalog;
        this.folder = folder;
        this.request = request;
    }

    CheckpointScenario read() {
        Optional<Architecture> architecture = requestValues.model(catalog, folder, request.model());
        RequestValues.Accelerators wanted =
                requestValues.accelerators(catalog, List.of(request.accelerators()));
        if (wanted.count() < 1 && !catalog.typesFor(wanted.types().getFirst()).isEmpty()) {
            requestValues.mistake(
                    ACCELERATORS,
                    "It does not say how many. Write for example 64x%s."
                            .formatted(wanted.types().getFirst()));
        }
        Optional<CheckpointOptimizerBytes> trained = optimizer();
        var stepRead =
                request.step().flatMap(it -> QuantityParser.step(requestValues, "--step", it));
        var workRead = requestValues.duration("--work", request.work());
        int perMachine = perMachine(wanted);
        int machines = Math.ceilDiv(Math.max(1, wanted.count()), perMachine);
        var speed = request.saving().storage().flatMap(it -> speed(it, machines));
        requestValues.check();
        return new CheckpointScenario(
                trained.orElseThrow().checkpoint(architecture.orElseThrow().parameters()),
                new CheckpointScenario.Machines(
                        catalog.typesFor(wanted.types().getFirst()).getFirst().type(),
                        wanted.count(),
                        perMachine,
                        request.spot()),
                stepRead,
                speed,
                request.saving().background(),
                workRead.orElse(WEEK));
    }

    private Optional<CheckpointOptimizerBytes> optimizer() {
        Optional<CheckpointOptimizerBytes> named =
                CheckpointOptimizerBytes.find(request.saving().optimizer());
        if (named.isEmpty()) {
            requestValues.mistake(
                    "--optimizer",
                    "%s is none of %s.%s"
                            .formatted(
                                    UntrustedText.quoted(request.saving().optimizer()),
                                    String.join(", ", CheckpointOptimizerBytes.labels()),
                                    SpellingSuggestion.didYouMean(
                                            request.saving().optimizer(),
                                            CheckpointOptimizerBytes.labels())));
        }
        return named;
    }

    private int perMachine(RequestValues.Accelerators wanted) {
        int count = Math.max(1, wanted.count());
        if (request.nodes().isEmpty()) {
            int most =
                    catalog.machines().stream()
                            .filter(it -> catalog.accepts(wanted.types().getFirst(), it.type()))
                            .mapToInt(MachineType::accelerators)
                            .max()
                            .orElse(DEFAULT_PER_MACHINE);
            return Math.min(most, count);
        }
        int machines = (int) Math.min(count, requestValues.count(NODES, request.nodes().get()));
        if (count % machines != 0) {
            requestValues.mistake(
                    NODES,
                    "%d accelerators do not go into %d machines evenly."
                            .formatted(count, machines));
        }
        return Math.ceilDiv(count, machines);
    }

    private Optional<CheckpointScenario.Speed> speed(String text, int machines) {
        if (QuantityParser.isNumber(text.strip())) {
            return QuantityParser.speed(requestValues, STORAGE, text)
                    .map(CheckpointScenario.Speed::of);
        }
        Optional<StorageTier> tier =
                catalog.storage().stream()
                        .filter(it -> it.name().equalsIgnoreCase(text.strip()))
                        .findFirst();
        if (tier.isEmpty()) {
            List<String> names = catalog.storage().stream().map(StorageTier::name).toList();
            requestValues.mistake(
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
