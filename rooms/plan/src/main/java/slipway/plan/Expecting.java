package slipway.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import slipway.base.Estimate;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.Say;
import slipway.catalog.Accelerator;
import slipway.catalog.Catalog;
import slipway.plan.acceptance.Measurements;
import slipway.plan.acceptance.Measurements.Delivered;
import slipway.plan.training.Sites;
import slipway.plan.training.Task;
import slipway.plan.training.TokenRate;
import slipway.plan.training.Training;
import slipway.plan.training.Training.Prospect;
import slipway.spec.workload.Planned;

/** Reckons what a job takes on accelerators that are given, by the same model that chooses them where they are not. */
final class Expecting {

    /** Up to so many times as many are tried, to say how many would do. */
    private static final int MOST_TIMES = 64;

    /** Two hundred years. */
    private static final double MOST_SECONDS = 6.3e9;

    /** Of a step where samples or adapters are trained. */
    private static final String FEW_SEQUENCES = "64";

    private static final String MACHINES = "512";

    private final Catalog catalog;
    private final Training training;
    private final Corrections corrections;
    private final Sites sites;
    private final Lasting lasting;

    Expecting(Catalog catalog, Training training, Corrections corrections) {
        this.catalog = catalog;
        this.training = training;
        this.corrections = corrections;
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

    /** How long its steps take together, as if nothing ever happened; empty where nothing can be said. */
    Optional<Duration> works(Planned planned, Given given) {
        try {
            return type(given.type())
                    .map(type -> new Given(type, given.perNode(), given.nodes()))
                    .flatMap(known -> works(task(planned), known));
        } catch (Problem problem) {
            return Optional.empty();
        }
    }

    private Optional<Duration> works(Task task, Given given) {
        return best(task, given)
                .map(
                        prospect ->
                                task.steps()
                                        * task.tokensOfStep()
                                        / given.accelerators()
                                        / prospect.rate().value().perSecond())
                .filter(seconds -> seconds > 0 && seconds < MOST_SECONDS)
                .map(seconds -> Duration.ofNanos(Math.round(seconds * 1e9)));
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
        Optional<Delivered> delivered = delivered(given);
        return sites.of(
                        given.type(),
                        given.accelerators(),
                        given.perNode(),
                        delivered.flatMap(Delivered::network))
                .map(
                        site ->
                                delivered
                                        .map(it -> site.delivering(it.products(), it.memory()))
                                        .orElse(site))
                .map(site -> training.search(task.shared(given.accelerators()), site))
                .map(training::prospects)
                .flatMap(found -> found.stream().findFirst())
                .map(it -> new Prospect(it.setUp(), corrections.here(given.type(), it.rate())));
    }

    /** A job runs on what is here. */
    private Optional<Delivered> delivered(Given given) {
        return corrections.delivered(catalog, Measurements.OWN, given.type());
    }

    private Expectation takes(Task task, Given given, Prospect prospect) {
        var place =
                new Lasting.Place(
                        given.type(),
                        given.accelerators(),
                        given.perNode(),
                        false,
                        Optional.empty());
        Task shared = task.shared(given.accelerators());
        Estimate<Duration> time = lasting.of(shared, place, prospect).time();
        return new Expectation.Takes(
                delivered(given).map(it -> time.and(it.ground())).orElse(time),
                prospect.configuration().verdict(),
                prospect.configuration().words(),
                new Expectation.Pace(given.type(), shared.steps(), step(prospect)));
    }

    private static Estimate<Double> step(Prospect prospect) {
        double tokens = prospect.configuration().tokensOfStep();
        Estimate<TokenRate> rate = prospect.rate();
        return new Estimate<>(
                tokens / rate.value().perSecond(),
                tokens / rate.high().perSecond(),
                tokens / rate.low().perSecond(),
                rate.restsOn());
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
