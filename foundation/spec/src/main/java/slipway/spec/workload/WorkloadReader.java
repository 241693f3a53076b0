package slipway.spec.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.spec.Document;
import slipway.spec.Report;
import slipway.spec.Shape;
import slipway.spec.Values;
import slipway.spec.Written;
import slipway.spec.workload.Gang.Closeness;
import slipway.spec.workload.Gang.Elastic;

/** Makes a spec of a document. */
final class WorkloadReader {

    private final Values values;

    private WorkloadReader(Values values) {
        this.values = values;
    }

    static WorkloadSpec read(Document document, Flags flags) {
        return read(document, document.root().map(flags::over).map(PlanBlock::unlessEmpty));
    }

    static WorkloadSpec stored(Document document) {
        return read(document, document.root().map(PlanBlock::stored));
    }

    private static WorkloadSpec read(Document document, Optional<Written> root) {
        Report report = Report.onWhole();
        Optional<Values> values = root.flatMap(all -> WorkloadKeys.SHAPE.read(all, report));
        List<Mistake> mistakes = new ArrayList<>(document.mistakes());
        mistakes.addAll(report.mistakes());
        // What contradicts itself is told together with what is misspelled.
        values.ifPresent(there -> new Contradictions(there, mistakes::add).find());
        root.flatMap(WorkloadReader::nothingToRun).ifPresent(mistakes::add);
        if (!mistakes.isEmpty() || values.isEmpty()) {
            throw Mistakes.problem(
                    Shape.INVALID_DOCUMENT,
                    document.name(),
                    mistakes,
                    WorkloadSpec.NOTHING_SUBMITTED);
        }
        return new WorkloadReader(values.get()).spec();
    }

    /** An app brings its own script; everything else has to say what it runs. */
    private static Optional<Mistake> nothingToRun(Written root) {
        boolean said =
                !(root instanceof Written.Block block)
                        || block.entry(WorkloadKeys.RUN.name()).isPresent()
                        || block.entry(WorkloadKeys.APP.name()).isPresent();
        return said
                ? Optional.empty()
                : Optional.of(
                        new Mistake(
                                root.place(),
                                WorkloadKeys.RUN.name(),
                                "missing. Write a script, for example %s."
                                        .formatted(WorkloadKeys.RUN.example())));
    }

    private WorkloadSpec spec() {
        return new WorkloadSpec(
                values.find(WorkloadKeys.NAME),
                values.find(WorkloadKeys.TEAM),
                values.get(WorkloadKeys.KIND),
                values.get(WorkloadKeys.PRIORITY),
                ResourceBlock.read(values.get(WorkloadKeys.RESOURCES)),
                gang(),
                program(),
                values.find(WorkloadKeys.DATA).orElse(Map.of()),
                new WorkloadSpec.Times(
                        values.find(WorkloadKeys.MAX_DURATION),
                        values.find(WorkloadKeys.MINIMUM_RUN)),
                values.find(WorkloadKeys.CHECKPOINT).map(CheckpointBlock::read),
                values.find(WorkloadKeys.RETRY).map(RetryBlock::read).orElse(Retry.NEVER),
                values.find(WorkloadKeys.NEEDS).orElse(List.of()),
                values.find(WorkloadKeys.ARRAY),
                workspace(),
                values.find(WorkloadKeys.PLAN).map(PlanBlock::read),
                values.find(WorkloadKeys.PILOT).map(PilotBlock::read));
    }

    private Optional<Workspace> workspace() {
        return values.get(WorkloadKeys.KIND) == WorkloadSpec.Kind.WORKSPACE
                ? Optional.of(
                        new Workspace(
                                values.find(WorkloadKeys.APP), values.find(WorkloadKeys.IDLE)))
                : Optional.empty();
    }

    private Gang gang() {
        return new Gang(
                nodes(values),
                elastic(values),
                values.find(WorkloadKeys.WITHIN)
                        .map(
                                near ->
                                        new Closeness(
                                                near.get(WorkloadKeys.DOMAIN),
                                                near.get(WorkloadKeys.REQUIRED))),
                values.get(WorkloadKeys.SPOT),
                values.find(WorkloadKeys.LABELS).orElse(List.of()));
    }

    /** Left out, an elastic gang asks for the most it can use: it starts with fewer when there are no more. */
    static int nodes(Values values) {
        return values.find(WorkloadKeys.NODES)
                .or(
                        () ->
                                values.find(WorkloadKeys.ELASTIC)
                                        .flatMap(range -> range.find(WorkloadKeys.MAX)))
                .orElse(1);
    }

    private static Optional<Elastic> elastic(Values values) {
        return values.find(WorkloadKeys.ELASTIC)
                .map(
                        range ->
                                new Elastic(
                                        range.get(WorkloadKeys.MIN), range.get(WorkloadKeys.MAX)));
    }

    private Program program() {
        return new Program(
                values.find(WorkloadKeys.WORKDIR).map(Path::toString),
                values.find(WorkloadKeys.SETUP),
                values.find(WorkloadKeys.RUN)
                        .or(() -> values.find(WorkloadKeys.APP).map(Workspace.App::script))
                        .orElseThrow(),
                values.find(WorkloadKeys.ENVS).orElse(Map.of()),
                values.find(WorkloadKeys.SECRETS).orElse(List.of()).stream().distinct().toList(),
                values.get(WorkloadKeys.LAUNCHER),
                values.get(WorkloadKeys.NETWORK),
                new Program.Surroundings(
                        values.find(WorkloadKeys.ENVIRONMENT).map(EnvironmentBlock::read),
                        values.get(WorkloadKeys.SETUP_CACHE),
                        values.find(WorkloadKeys.ARGUMENTS).orElse(List.of()),
                        values.find(WorkloadKeys.SLURM_VARIABLES).map(SlurmBlock::read)));
    }
}
