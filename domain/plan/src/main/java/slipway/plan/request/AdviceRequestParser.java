package slipway.plan.request;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.text.Format;
import slipway.base.text.UntrustedText;
import slipway.catalog.Catalog;
import slipway.catalog.MachineType;

/** Parses and checks an advice request; all mistakes are one problem. */
final class AdviceRequestParser {

    private static final String COMMAND = "slipway plan advise";
    private static final String MAX_MACHINES = "512";
    private static final int DEFAULT_PER_MACHINE = 8;
    private static final int MAX_ACCELERATORS = 4_096;
    private static final int MAX_TOKEN_BYTES = 1_000_000;

    private final Catalog catalog;
    private final Path folder;
    private final AdviceRequest request;
    private final RequestValues requestValues = new RequestValues(COMMAND);

    AdviceRequestParser(Catalog catalog, Path folder, AdviceRequest request) {
        this.catalog = catalog;
        this.folder = folder;
        this.request = request;
    }

    AdvisedRun read() {
        Optional<TrainingGoal> goal = goal();
        double bytes = requestValues.count("--token-bytes", request.tokenBytes());
        if (bytes > MAX_TOKEN_BYTES) {
            requestValues.mistake(
                    "--token-bytes",
                    "%s is more than a megabyte for one token."
                            .formatted(UntrustedText.quoted(request.tokenBytes())));
        }
        int count = goal.map(it -> it.where().accelerators().orElse(0)).orElse(1);
        if (count < 1 || count > MAX_ACCELERATORS) {
            requestValues.mistake(
                    "--accelerators",
                    "%s does not say how many, from 1 to %s. Write for example 64xH100."
                            .formatted(
                                    UntrustedText.quoted(request.accelerators()),
                                    Format.count(MAX_ACCELERATORS)));
        }
        requestValues.check();
        String type =
                catalog.typesFor(goal.orElseThrow().where().types().getFirst()).getFirst().type();
        return new AdvisedRun(
                goal.orElseThrow().task(), type, count, Math.min(count, machine(type)), bytes);
    }

    private Optional<TrainingGoal> goal() {
        var limits =
                new TrainingRequest.Limits(
                        Optional.empty(),
                        Optional.empty(),
                        List.of(request.accelerators()),
                        List.of(),
                        List.of(),
                        List.of(),
                        MAX_MACHINES);
        var run =
                new TrainingRequest(
                        COMMAND,
                        request.model(),
                        Optional.of(request.tokens()),
                        Optional.empty(),
                        new TrainingRequest.StatedBatch(
                                request.seq(), request.step(), Optional.empty()),
                        request.precision(),
                        "full",
                        limits);
        try {

            // The advice needs no prices, so the day does not matter.
            return Optional.of(new TrainingRequestParser(catalog, folder, run).read(Instant.EPOCH));
        } catch (Problem problem) {
            requestValues.addMistakes(problem);
            return Optional.empty();
        }
    }

    private int machine(String type) {
        return catalog.machines().stream()
                .filter(it -> it.type().equals(type))
                .map(MachineType::accelerators)
                .max(Comparator.naturalOrder())
                .orElse(DEFAULT_PER_MACHINE);
    }
}
