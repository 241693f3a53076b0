package slipway.spec.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.Document;
import slipway.spec.DocumentNode;
import slipway.spec.MistakeCollector;
import slipway.spec.workload.Gang.Elastic;
import slipway.spec.workload.Gang.TopologyConstraint;

/** Reads a spec from a document. */
final class WorkloadReader {

    private final BlockValues blockValues;

    private WorkloadReader(BlockValues blockValues) {
        this.blockValues = blockValues;
    }

    static WorkloadSpec read(Document document, SpecOverrides specOverrides) {
        return read(
                document,
                document.root().map(specOverrides::applyTo).map(PlanBlock::withoutEmptyPlan));
    }

    static WorkloadSpec readStored(Document document) {
        return read(document, document.root().map(PlanBlock::withoutUnreadablePlan));
    }

    private static WorkloadSpec read(Document document, Optional<DocumentNode> root) {
        MistakeCollector mistakeCollector = MistakeCollector.forWhole();
        Optional<BlockValues> values =
                root.flatMap(all -> WorkloadKeys.SCHEMA.read(all, mistakeCollector));
        List<Mistake> mistakes = new ArrayList<>(document.mistakes());
        mistakes.addAll(mistakeCollector.mistakes());
        // Contradictions are reported together with misspelled keys.
        values.ifPresent(there -> new Contradictions(there, mistakes::add).find());
        root.flatMap(WorkloadReader::nothingToRun).ifPresent(mistakes::add);
        if (!mistakes.isEmpty() || values.isEmpty()) {
            throw Mistakes.problem(
                    BlockSchema.INVALID_DOCUMENT,
                    document.name(),
                    mistakes,
                    WorkloadSpec.NOTHING_SUBMITTED);
        }
        return new WorkloadReader(values.get()).spec();
    }

    /** An app has a built-in script; everything else needs the key run. */
    private static Optional<Mistake> nothingToRun(DocumentNode root) {
        boolean said =
                !(root instanceof DocumentNode.Block block)
                        || block.entry(WorkloadKeys.RUN.name()).isPresent()
                        || block.entry(WorkloadKeys.APP.name()).isPresent();
        return said
                ? Optional.empty()
                : Optional.of(
                        new Mistake(
                                root.location(),
                                WorkloadKeys.RUN.name(),
                                "missing. Write a script, for example %s."
                                        .formatted(WorkloadKeys.RUN.example())));
    }

    private WorkloadSpec spec() {
        return new WorkloadSpec(
                blockValues.find(WorkloadKeys.NAME),
                blockValues.find(WorkloadKeys.TEAM),
                blockValues.get(WorkloadKeys.KIND),
                ResourceBlock.read(blockValues.get(WorkloadKeys.RESOURCES)),
                scheduling(),
                execution(),
                blockValues.find(WorkloadKeys.PLAN).map(PlanBlock::read),
                blockValues.find(WorkloadKeys.PILOT).map(PilotBlock::read));
    }

    private WorkloadSpec.Scheduling scheduling() {
        return new WorkloadSpec.Scheduling(
                blockValues.get(WorkloadKeys.PRIORITY),
                gang(),
                new WorkloadSpec.Times(
                        blockValues.find(WorkloadKeys.MAX_DURATION),
                        blockValues.find(WorkloadKeys.MINIMUM_RUN)),
                blockValues.find(WorkloadKeys.NEEDS).orElse(List.of()),
                blockValues.find(WorkloadKeys.ARRAY));
    }

    private WorkloadSpec.Execution execution() {
        return new WorkloadSpec.Execution(
                program(),
                blockValues.find(WorkloadKeys.DATA).orElse(Map.of()),
                blockValues.find(WorkloadKeys.CHECKPOINT).map(CheckpointBlock::read),
                blockValues
                        .find(WorkloadKeys.RETRY)
                        .map(RetryBlock::read)
                        .orElse(RetryPolicy.NEVER),
                workspace());
    }

    private Optional<WorkspaceSpec> workspace() {
        return blockValues.get(WorkloadKeys.KIND) == WorkloadSpec.Kind.WORKSPACE
                ? Optional.of(
                        new WorkspaceSpec(
                                blockValues.find(WorkloadKeys.APP),
                                blockValues.find(WorkloadKeys.IDLE)))
                : Optional.empty();
    }

    private Gang gang() {
        return new Gang(
                nodes(blockValues),
                elastic(blockValues),
                blockValues
                        .find(WorkloadKeys.WITHIN)
                        .map(
                                near ->
                                        new TopologyConstraint(
                                                near.get(WorkloadKeys.DOMAIN),
                                                near.get(WorkloadKeys.REQUIRED))),
                blockValues.get(WorkloadKeys.SPOT),
                blockValues.find(WorkloadKeys.LABELS).orElse(List.of()));
    }

    /** Default: an elastic gang requests its maximum and starts with fewer nodes when no more are free. */
    static int nodes(BlockValues blockValues) {
        return blockValues
                .find(WorkloadKeys.NODES)
                .or(
                        () ->
                                blockValues
                                        .find(WorkloadKeys.ELASTIC)
                                        .flatMap(range -> range.find(WorkloadKeys.MAX)))
                .orElse(1);
    }

    private static Optional<Elastic> elastic(BlockValues blockValues) {
        return blockValues
                .find(WorkloadKeys.ELASTIC)
                .map(
                        range ->
                                new Elastic(
                                        range.get(WorkloadKeys.MIN), range.get(WorkloadKeys.MAX)));
    }

    private Program program() {
        return new Program(
                blockValues.find(WorkloadKeys.WORKDIR).map(Path::toString),
                blockValues.find(WorkloadKeys.SETUP),
                blockValues
                        .find(WorkloadKeys.RUN)
                        .or(() -> blockValues.find(WorkloadKeys.APP).map(WorkspaceSpec.App::script))
                        .orElseThrow(),
                blockValues.find(WorkloadKeys.ENVS).orElse(Map.of()),
                blockValues.find(WorkloadKeys.SECRETS).orElse(List.of()).stream()
                        .distinct()
                        .toList(),
                blockValues.get(WorkloadKeys.LAUNCHER),
                blockValues.get(WorkloadKeys.NETWORK),
                new Program.Context(
                        blockValues.find(WorkloadKeys.ENVIRONMENT).map(EnvironmentBlock::read),
                        blockValues.get(WorkloadKeys.SETUP_CACHE),
                        blockValues.find(WorkloadKeys.ARGUMENTS).orElse(List.of()),
                        blockValues.find(WorkloadKeys.SLURM_VARIABLES).map(SlurmBlock::read)));
    }
}
