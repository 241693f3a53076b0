package slipway.surface.plan.commands;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.plan.evaluation.ModelEvaluation;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway plan evaluate}. */
@Command(
        name = "evaluate",
        description = "Compares measured rows with the planning model.",
        footer = {
            "",
            "The last line is one JSON object with the totals. A file is CSV, plain or gzip; its columns tell what it",
            "contains: training configurations, serving points, or steps of either on one H200.",
            "",
            "Examples",
            "  slipway plan evaluate measured.csv",
            "  slipway plan evaluate ours.csv.gz theirs.csv",
            "  slipway plan evaluate measured.csv --json      only the totals"
        })
final class EvaluateCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Tables of measurements.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--json", description = "Print only the totals, as one line of JSON.")
    private boolean json;

    @Mixin private CatalogChoice catalogChoice = new CatalogChoice();

    EvaluateCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        List<Path> paths = files.stream().map(commandEnvironment.here()::resolve).toList();
        ModelEvaluation modelEvaluation = catalogChoice.read(commandEnvironment).evaluate(paths);
        if (!json) {
            new EvaluationText(commandEnvironment.terminal()).say(modelEvaluation);
        }
        commandEnvironment.terminal().json(EvaluationJson.of(modelEvaluation).toString());
    }
}
