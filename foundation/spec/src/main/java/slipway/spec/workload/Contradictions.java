package slipway.spec.workload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.spec.BlockValues;
import slipway.spec.DocumentNode;
import slipway.spec.Notation;
import slipway.spec.SpecKey;
import slipway.spec.workload.Gang.Within;
import slipway.spec.workload.WorkloadSpec.Kind;

/**
 * Finds keys that contradict each other. It also checks documents with other mistakes, so it makes no assumptions
 * about them.
 */
final class Contradictions {

    private final BlockValues blockValues;
    private final Consumer<Mistake> wrong;

    Contradictions(BlockValues blockValues, Consumer<Mistake> wrong) {
        this.blockValues = blockValues;
        this.wrong = wrong;
    }

    void find() {
        workspace();
        elastic();
        fractions();
        topology();
        times();
        checkpoint();
        retry();
        array();
        needs();
        environment();
        plan();
        pilot();
    }

    private void pilot() {
        Optional<BlockValues> block = blockValues.find(WorkloadKeys.PILOT);
        Optional<Kind> other = blockValues.find(WorkloadKeys.KIND).filter(it -> it != Kind.JOB);
        if (block.isPresent() && other.isPresent()) {
            wrong(
                    WorkloadKeys.PILOT,
                    "only a job has steps to count, not a %s."
                            .formatted(WorkloadJson.word(other.get())));
        }
        if (block.isPresent() && blockValues.find(WorkloadKeys.ARRAY).isPresent()) {
            wrong(WorkloadKeys.PILOT, "a pilot is one job, not an array. Leave array out.");
        }
        block.ifPresent(it -> requirePositive(it, PilotBlock.PATIENCE, "pilot."));
    }

    private void plan() {
        Optional<BlockValues> block = blockValues.find(WorkloadKeys.PLAN);
        Optional<Kind> other = blockValues.find(WorkloadKeys.KIND).filter(it -> it != Kind.JOB);
        if (block.isPresent() && other.isPresent()) {
            wrong(
                    WorkloadKeys.PLAN,
                    "only a job comes to an end that can be planned, not a %s."
                            .formatted(WorkloadJson.word(other.get())));
        }
        Optional<DocumentNode> written = blockValues.node(WorkloadKeys.PLAN.name());
        written.flatMap(PlanBlock::amountProblem).ifPresent(text -> wrong(WorkloadKeys.PLAN, text));
        written.flatMap(PlanBlock::epochsProblem)
                .ifPresent(
                        text ->
                                report(
                                        block.orElseThrow().location(PlanBlock.EPOCHS),
                                        "plan.epochs",
                                        text));
    }

    private void environment() {
        boolean one =
                blockValues
                        .node(WorkloadKeys.ENVIRONMENT.name())
                        .filter(DocumentNode.Block.class::isInstance)
                        .map(DocumentNode.Block.class::cast)
                        .map(block -> block.entries().size() == 1)
                        .orElse(true);
        if (!one) {
            wrong(WorkloadKeys.ENVIRONMENT, "exactly one of venv, conda and image is written.");
        }
        // Setup could make it in the attempt's own folder; otherwise nothing would ever be there.
        Optional<Path> relative =
                blockValues
                        .find(WorkloadKeys.ENVIRONMENT)
                        .flatMap(block -> block.find(EnvironmentBlock.VENV))
                        .filter(folder -> !folder.isAbsolute() && !folder.startsWith("~"));
        if (relative.isPresent()
                && blockValues.find(WorkloadKeys.WORKDIR).isEmpty()
                && blockValues.find(WorkloadKeys.SETUP).isEmpty()) {
            wrong(
                    WorkloadKeys.ENVIRONMENT,
                    "%s is seen from the workdir, and there is none. Write workdir, or the whole path."
                            .formatted(relative.get()));
        }
    }

    /** A workspace runs on one node, because its app listens at one socket. */
    private void workspace() {
        if (blockValues.find(WorkloadKeys.KIND).filter(Kind.WORKSPACE::equals).isEmpty()) {
            for (SpecKey<?> specKey : List.of(WorkloadKeys.APP, WorkloadKeys.IDLE)) {
                if (blockValues.find(specKey).isPresent()) {
                    wrong(
                            specKey,
                            "only a workspace has it. Write kind: workspace, or leave it out.");
                }
            }
        } else if (maxNodes() > 1) {
            wrong(WorkloadKeys.NODES, "a workspace is on one node, not on " + maxNodes() + ".");
        } else {
            blockValues
                    .find(WorkloadKeys.IDLE)
                    .filter(idle -> idle.compareTo(WorkspaceSpec.MIN_IDLE) < 0)
                    .ifPresent(
                            _ ->
                                    wrong(
                                            WorkloadKeys.IDLE,
                                            "must be at least %s: people are warned before."
                                                    .formatted(
                                                            Notation.duration(
                                                                    WorkspaceSpec.MIN_IDLE))));
        }
    }

    private void elastic() {
        Optional<BlockValues> range = blockValues.find(WorkloadKeys.ELASTIC);
        Optional<Integer> min = range.flatMap(there -> there.find(WorkloadKeys.MIN));
        Optional<Integer> max = range.flatMap(there -> there.find(WorkloadKeys.MAX));
        int nodes = WorkloadReader.nodes(blockValues);
        if (min.isPresent() && max.isPresent() && min.get() > max.get()) {
            wrong(
                    WorkloadKeys.ELASTIC,
                    "min " + min.get() + " is more than max " + max.get() + ".");
        } else if (min.filter(least -> least > nodes).isPresent()
                || max.filter(most -> most < nodes).isPresent()) {
            wrong(
                    WorkloadKeys.ELASTIC,
                    nodes + " nodes are asked for, which is not between min and max.");
        }
    }

    private int maxNodes() {
        return blockValues
                .find(WorkloadKeys.ELASTIC)
                .flatMap(range -> range.find(WorkloadKeys.MAX))
                .orElseGet(() -> WorkloadReader.nodes(blockValues));
    }

    private void fractions() {
        BlockValues resources = blockValues.get(WorkloadKeys.RESOURCES);
        boolean part =
                resources.find(ResourceBlock.ACCELERATORS).orElse(List.of()).stream()
                        .flatMap(List::stream)
                        .anyMatch(AcceleratorRequest.Alternative::isFractional);
        if (part && maxNodes() > 1) {
            report(
                    resources.location(ResourceBlock.ACCELERATORS),
                    "resources.accelerators",
                    "a part of an accelerator is given on one node only, not on %d."
                            .formatted(maxNodes()));
        }
    }

    private void topology() {
        boolean oneNode =
                blockValues
                        .find(WorkloadKeys.WITHIN)
                        .flatMap(near -> near.find(WorkloadKeys.DOMAIN))
                        .filter(Within.NODE::equals)
                        .isPresent();
        if (oneNode && maxNodes() > 1) {
            wrong(WorkloadKeys.WITHIN, maxNodes() + " nodes do not lie within one node.");
        }
    }

    private void times() {
        requirePositive(blockValues, WorkloadKeys.MAX_DURATION, "");
        Optional<Duration> most = blockValues.find(WorkloadKeys.MAX_DURATION);
        Optional<Duration> least = blockValues.find(WorkloadKeys.MINIMUM_RUN);
        if (most.isPresent() && least.isPresent() && least.get().compareTo(most.get()) > 0) {
            wrong(WorkloadKeys.MINIMUM_RUN, longerThan(least.get(), "max_duration", most.get()));
        }
    }

    private void checkpoint() {
        blockValues
                .find(WorkloadKeys.CHECKPOINT)
                .ifPresent(block -> requirePositive(block, CheckpointBlock.EVERY, "checkpoint."));
    }

    private void requirePositive(BlockValues block, SpecKey<Duration> specKey, String path) {
        if (block.find(specKey).filter(Duration::isZero).isPresent()) {
            report(block.location(specKey), path + specKey.name(), "must be more than 0s.");
        }
    }

    private void retry() {
        blockValues
                .find(WorkloadKeys.RETRY)
                .ifPresent(
                        block -> {
                            Optional<Duration> first = block.find(RetryBlock.BACKOFF);
                            Optional<Duration> longest = block.find(RetryBlock.MAX_BACKOFF);
                            if (first.isPresent()
                                    && longest.isPresent()
                                    && first.get().compareTo(longest.get()) > 0) {
                                report(
                                        block.location(RetryBlock.BACKOFF),
                                        "retry.backoff",
                                        longerThan(first.get(), "max_backoff", longest.get()));
                            }
                        });
    }

    private void array() {
        Optional<Kind> kind = blockValues.find(WorkloadKeys.KIND).filter(it -> it != Kind.JOB);
        if (blockValues.find(WorkloadKeys.ARRAY).isPresent() && kind.isPresent()) {
            wrong(
                    WorkloadKeys.ARRAY,
                    "only a job can be an array, not a " + WorkloadJson.word(kind.get()) + ".");
        }
    }

    private void needs() {
        Optional<String> name = blockValues.find(WorkloadKeys.NAME);
        List<String> needs = blockValues.find(WorkloadKeys.NEEDS).orElse(List.of());
        if (name.filter(needs::contains).isPresent()) {
            wrong(WorkloadKeys.NEEDS, name.get() + " would wait for itself.");
        }
    }

    private static String longerThan(Duration one, String than, Duration other) {
        return "%s is longer than %s, %s."
                .formatted(Notation.duration(one), than, Notation.duration(other));
    }

    private void wrong(SpecKey<?> specKey, String text) {
        report(blockValues.location(specKey), specKey.name(), text);
    }

    private void report(SourceLocation sourceLocation, String key, String text) {
        wrong.accept(new Mistake(sourceLocation, key, text));
    }
}
