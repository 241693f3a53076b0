package slipway.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import slipway.catalog.Catalog;

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
        var rows = new ArrayList<Scored>();
        for (Path file : files) {
            Sheet sheet = Sheet.read(file);
            Form form = Form.of(sheet);
            sheet.lines().forEach(line -> rows.add(judge.of(sheet, form, line)));
        }
        return new Evaluation(rows);
    }
}
