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

    /** The way to reach an aim, and what stands beside it. */
    public TrainingPlan train(Aim aim) {
        var planner = new Planner(catalog, training);
        List<Way> ways = planner.ways(aim);
        if (ways.isEmpty()) {
            throw new Problem(
                    NO_WAY,
                    "Nothing that is offered can train this.",
                    "No machine was found, within the bounds given, whose memory holds the model.",
                    "Allow more machines or other types, or shorten the sequence.");
        }
        Decision decision = Decision.of(aim, ways);
        return new TrainingPlan(
                aim,
                decision.chosen(),
                decision.because(),
                decision.withinBounds(),
                training.step(decision.chosen().prospect().configuration()),
                training.ofPeak(decision.chosen().prospect()),
                ways.stream()
                        .filter(it -> ways.stream().noneMatch(other -> other.beats(it)))
                        .toList(),
                new Beside(aim, decision.chosen(), ways).list(),
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
