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
import slipway.plan.training.TrainingTask;

/** Makes a run of a wish, or tells everything that is wrong with it. */
public final class AdviseReader {

    private static final String COMMAND = "slipway plan advise";
    private static final String MACHINES = "512";
    private static final int USUAL_MACHINE = 8;
    private static final int MOST = 4_096;
    private static final int MOST_BYTES = 1_000_000;

    private final Catalog catalog;
    private final Path here;
    private final AdviceRequest wish;
    private final RequestReader requestReader = new RequestReader(COMMAND);

    public AdviseReader(Catalog catalog, Path here, AdviceRequest wish) {
        this.catalog = catalog;
        this.here = here;
        this.wish = wish;
    }

    /**
     * @param tokenBytes what is read for each token
     */
    public record Run(
            TrainingTask task, String type, int accelerators, int perMachine, double tokenBytes) {

        public int machines() {
            return Math.ceilDiv(accelerators, perMachine);
        }
    }

    public Run read() {
        Optional<TrainingGoal> aim = aim();
        double bytes = requestReader.count("--token-bytes", wish.tokenBytes());
        if (bytes > MOST_BYTES) {
            requestReader.wrong(
                    "--token-bytes",
                    "%s is more than a megabyte for one token."
                            .formatted(UntrustedText.quoted(wish.tokenBytes())));
        }
        int count = aim.map(it -> it.where().accelerators().orElse(0)).orElse(1);
        if (count < 1 || count > MOST) {
            requestReader.wrong(
                    "--accelerators",
                    "%s does not say how many, from 1 to %s. Write for example 64xH100."
                            .formatted(
                                    UntrustedText.quoted(wish.accelerators()), Format.count(MOST)));
        }
        requestReader.check();
        String type =
                catalog.typesFor(aim.orElseThrow().where().types().getFirst()).getFirst().type();
        return new Run(
                aim.orElseThrow().task(), type, count, Math.min(count, machine(type)), bytes);
    }

    private Optional<TrainingGoal> aim() {
        var limits =
                new TrainingRequest.Limits(
                        Optional.empty(),
                        Optional.empty(),
                        List.of(wish.accelerators()),
                        List.of(),
                        List.of(),
                        List.of(),
                        MACHINES);
        var run =
                new TrainingRequest(
                        COMMAND,
                        wish.model(),
                        Optional.of(wish.tokens()),
                        Optional.empty(),
                        wish.seq(),
                        wish.step(),
                        Optional.empty(),
                        wish.precision(),
                        "full",
                        limits);
        try {
            // No price is asked, so no day counts.
            return Optional.of(new TrainingRequestParser(catalog, here, run).read(Instant.EPOCH));
        } catch (Problem problem) {
            requestReader.also(problem);
            return Optional.empty();
        }
    }

    private int machine(String type) {
        return catalog.machines().stream()
                .filter(it -> it.type().equals(type))
                .map(MachineType::accelerators)
                .max(Comparator.naturalOrder())
                .orElse(USUAL_MACHINE);
    }
}
