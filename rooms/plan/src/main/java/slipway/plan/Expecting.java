package slipway.plan;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.Say;
import slipway.catalog.Accelerator;
import slipway.catalog.Catalog;
import slipway.plan.training.Sites;
import slipway.plan.training.Task;
import slipway.plan.training.Training;
import slipway.plan.training.Training.Prospect;
import slipway.spec.workload.Planned;

/** Reckons what a job takes on accelerators that are given, by the same model that chooses them where they are not. */
final class Expecting {

    /** Up to so many times as many are tried, to say how many would do. */
    private static final int MOST_TIMES = 64;

    /** Of a step where samples or adapters are trained. */
    private static final String FEW_SEQUENCES = "64";

    private static final String MACHINES = "512";

    private final Catalog catalog;
    private final Training training;
    private final Sites sites;
    private final Lasting lasting;

    Expecting(Catalog catalog, Training training) {
        this.catalog = catalog;
        this.training = training;
        this.sites = new Sites(catalog);
        this.lasting = new Lasting(catalog);
    }

    Expectation of(Planned planned, Given given) {
        Optional<String> type = type(given.type());
        if (type.isEmpty() || sites.of(type.get(), 1, 1, Optional.empty()).isEmpty()) {
            return new Expectation.Unknown(
                    "Nothing is known of how fast %s trains.".formatted(given.type()));
        }
        Task task;
        try {
            task = task(planned);
        } catch (Problem problem) {
            return new Expectation.Unknown(said(problem));
        }
        var known = new Given(type.get(), given.perNode(), given.nodes());
        return best(task, known)
                .map(prospect -> takes(task, known, prospect))
                .orElseGet(() -> tooSmall(task, planned, known));
    }

    private Optional<String> type(String name) {
        return catalog.type(name)
                .or(() -> catalog.meant(name).stream().findFirst())
                .map(Accelerator::type);
    }

    private Task task(Planned planned) {
        boolean tuning = planned.samples().isPresent() || planned.method() != Planned.Method.FULL;
        var limits =
                new Wish.Limits(
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        MACHINES);
        var wish =
                new Wish(
                        "plan",
                        planned.model(),
                        planned.tokens().map(Object::toString),
                        planned.samples()
                                .map(
                                        many ->
                                                new Wish.Samples(
                                                        many.toString(),
                                                        Integer.toString(planned.epochs()))),
                        planned.seq().map(Object::toString),
                        planned.step().map(Object::toString),
                        Optional.of(FEW_SEQUENCES).filter(_ -> tuning),
                        word(planned.precision()),
                        word(planned.method()),
                        limits);
        // No file is read: the spec refuses the name of one. No price is asked, so no day counts.
        return new WishReader(catalog, Path.of(""), wish).read(Instant.EPOCH).task();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String said(Problem problem) {
        return problem.mistakes().isEmpty()
                ? problem.what() + " " + problem.why()
                : problem.mistakes().stream().map(Mistake::text).collect(Collectors.joining(" "));
    }

    private Optional<Prospect> best(Task task, Given given) {
        return sites.of(given.type(), given.accelerators(), given.perNode(), Optional.empty())
                .map(site -> training.search(task.shared(given.accelerators()), site))
                .map(training::prospects)
                .flatMap(found -> found.stream().findFirst());
    }

    private Expectation takes(Task task, Given given, Prospect prospect) {
        var place =
                new Lasting.Place(
                        given.type(),
                        given.accelerators(),
                        given.perNode(),
                        false,
                        Optional.empty());
        return new Expectation.Takes(
                lasting.of(task.shared(given.accelerators()), place, prospect).time(),
                prospect.configuration().verdict(),
                prospect.configuration().words());
    }

    private Expectation tooSmall(Task task, Planned planned, Given given) {
        String because =
                "No set-up of %s is found that fits into the memory of %s."
                        .formatted(
                                planned.model(),
                                Say.accelerators(given.accelerators(), given.type()));
        OptionalInt enough = enough(task, given);
        return new Expectation.DoesNotFit(
                because,
                enough.isPresent()
                        ? "It would fit on %s, with nodes: %d."
                                .formatted(
                                        Say.accelerators(
                                                enough.getAsInt() * given.perNode(), given.type()),
                                        enough.getAsInt())
                        : "Shorten the sequence, or train adapters: method: lora.");
    }

    /** How many nodes would do, of those that are twice as many, four times and so on. */
    private OptionalInt enough(Task task, Given given) {
        for (int times = 2; times <= MOST_TIMES; times *= 2) {
            int nodes = given.nodes() * times;
            var more = new Given(given.type(), given.perNode(), nodes);
            if (best(task, more).isPresent()) {
                return OptionalInt.of(nodes);
            }
        }
        return OptionalInt.empty();
    }
}
