package slipway.plan;

import java.nio.file.Path;
import java.util.List;
import slipway.catalog.Catalog;
import slipway.plan.measured.Evaluation;
import slipway.plan.measured.Judge;
import slipway.plan.single.Single;
import slipway.plan.training.Completion;
import slipway.plan.training.Training;

/** What a training run will take, by a model that was fitted to measurements. So far: how good that model is. */
public final class Plan {

    private final Judge judge;

    private Plan(Catalog catalog) {
        this.judge = new Judge(new Completion(catalog), new Training(), new Single());
    }

    /** With the catalog and the tables that come with the program. */
    public static Plan bundled() {
        return new Plan(Catalog.bundled());
    }

    /**
     * Holds every row of these tables against the model. The columns of a table say what it is about: training
     * configurations, or steps on one H200. A table that cannot be read or told is a problem.
     */
    public Evaluation evaluate(List<Path> files) {
        return judge.of(files);
    }
}
