package slipway.plan;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;
import slipway.catalog.Catalog;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.measured.Evaluation;
import slipway.plan.measured.Judge;
import slipway.plan.money.Offers;
import slipway.plan.reliability.Advice;
import slipway.plan.reliability.Reliability;
import slipway.plan.serving.Serving;
import slipway.plan.serving.ServingAim;
import slipway.plan.serving.ServingPlan;
import slipway.plan.single.Single;
import slipway.plan.training.Completion;
import slipway.plan.training.Training;
import slipway.spec.workload.Planned;

/** What a training run will take, by a model that was fitted to measurements, and how good that model is. */
public final class Plan {

    private static final Code NO_WAY =
            Code.of(
                    Kind.NO_CAPACITY,
                    "no-way-to-train",
                    "Nothing on offer within the bounds can train this model.");

    private final Catalog catalog;
    private final Training training = new Training();

    private Plan(Catalog catalog) {
        this.catalog = catalog;
    }

    /** With this catalog, and the tables that come with the program. */
    public static Plan with(Catalog catalog) {
        return new Plan(catalog);
    }

    /**
     * What a wish comes to; everything that is wrong with it is one problem.
     *
     * @param here from where names of files are meant
     */
    public Aim aim(Wish wish, Path here, Instant now) {
        return new WishReader(catalog, here, wish).read(now);
    }

    /**
     * How often a run should save.
     *
     * @param here from where names of files are meant
     */
    public Advice checkpoint(CheckpointWish wish, Path here) {
        return Reliability.of(catalog).advise(new CheckpointReader(catalog, here, wish).read());
    }

    /**
     * Which terms to mix for a demand that goes up and down.
     *
     * @param here from where names of files are meant
     */
    public MixPlan mix(MixWish wish, Path here, Instant now) {
        return new Mixtures(catalog, now).of(new MixReader(catalog, here, wish).read());
    }

    /** The way to reach an aim, and what stands beside it. */
    public TrainingPlan train(Aim aim) {
        var offers = Offers.of(catalog, aim.now());
        var planner = new Planner(catalog, training, aim, offers);
        List<Way> ways = planner.ways();
        if (ways.isEmpty()) {
            throw new Problem(
                    NO_WAY,
                    "Nothing that is offered can train this.",
                    "Within the bounds given no offer has so many accelerators together, with memory that holds"
                            + " the model, and ends within a hundred years.",
                    "Allow another number, more machines or other types, or shorten the sequence.");
        }
        Decision decision = Decision.of(aim, ways);
        Way chosen = decision.chosen();
        var beside = new Beside(aim, chosen, ways);
        return new TrainingPlan(
                aim,
                chosen,
                decision.because(),
                decision.withinBounds(),
                training.step(chosen.prospect().configuration()),
                training.ofPeak(chosen.prospect()),
                training.network(chosen.prospect().configuration()),
                new Mixing(aim, ways).least(),
                Owning.of(catalog, offers, aim, chosen),
                ways.stream()
                        .filter(it -> ways.stream().noneMatch(other -> other.beats(it)))
                        .toList(),
                beside.list(),
                beside.refused(),
                planner.considered());
    }

    /** What a job takes that says what it trains, on accelerators that are given. Safe for use by many threads. */
    public Expectation estimate(Planned planned, Given given) {
        return new Expecting(catalog, training).of(planned, given);
    }

    /** With the catalog whose rows the files in this folder replace. */
    public static Plan in(Path folder) {
        return new Plan(Catalog.with(folder));
    }

    /**
     * What a wish to serve comes to; everything that is wrong with it is one problem.
     *
     * @param here from where names of files are meant
     */
    public ServingAim aim(ServingWish wish, Path here, Instant now) {
        return new ServingWishReader(catalog, here, wish).read(now);
    }

    /** The cheapest way to serve, and what stands beside it. */
    public ServingPlan serve(ServingAim aim) {
        return new Serving(catalog).plan(aim);
    }

    /** With the catalog and the tables that come with the program. */
    public static Plan bundled() {
        return new Plan(Catalog.bundled());
    }

    /**
     * Holds every row of these tables against the model. The columns of a table say what it is about: training
     * configurations, points of serving, or steps of either on one H200. A table that cannot be read or told is a
     * problem.
     */
    public Evaluation evaluate(List<Path> files) {
        return new Judge(
                        new Completion(catalog), training, new Single(), () -> new Serving(catalog))
                .of(files);
    }
}
