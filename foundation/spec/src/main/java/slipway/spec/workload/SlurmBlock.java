package slipway.spec.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import slipway.base.SourceLocation;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.DocumentNode;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The block {@code slurm_variables:}, which {@code slipway sbatch} writes. */
public final class SlurmBlock {

    private static final int MAX_COUNT = 1_000_000;

    static final SpecKey<Path> SUBMIT_DIR =
            SpecKey.of("submit_dir", ValueType.path(), "Value of SLURM_SUBMIT_DIR.")
                    .required()
                    .example("/home/ana/bert");
    static final SpecKey<Integer> TASKS_PER_NODE =
            SpecKey.of(
                            "tasks_per_node",
                            ValueType.wholeNumber(1, MAX_COUNT),
                            "Value of SLURM_NTASKS_PER_NODE; times the nodes it is SLURM_NTASKS.")
                    .withDefault("1");
    static final SpecKey<Integer> CPUS_PER_TASK =
            SpecKey.of(
                            "cpus_per_task",
                            ValueType.wholeNumber(1, MAX_COUNT),
                            "Value of SLURM_CPUS_PER_TASK. Default: not set.")
                    .example("12");
    static final BlockSchema SCHEMA = BlockSchema.of(SUBMIT_DIR, TASKS_PER_NODE, CPUS_PER_TASK);

    private SlurmBlock() {}

    static SlurmVariables read(BlockValues block) {
        return new SlurmVariables(
                block.get(SUBMIT_DIR).toString(),
                block.get(TASKS_PER_NODE),
                block.find(CPUS_PER_TASK));
    }

    static ObjectNode json(SlurmVariables variables) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(SUBMIT_DIR.name(), variables.submitDir());
        json.put(TASKS_PER_NODE.name(), variables.tasksPerNode());
        variables.cpusPerTask().ifPresent(cpus -> json.put(CPUS_PER_TASK.name(), cpus));
        return json;
    }

    public static DocumentNode.Block node(SourceLocation sourceLocation, SlurmVariables variables) {
        List<DocumentNode.Entry> entries = new ArrayList<>();
        entries.add(entry(sourceLocation, SUBMIT_DIR, variables.submitDir(), true));
        entries.add(
                entry(
                        sourceLocation,
                        TASKS_PER_NODE,
                        Integer.toString(variables.tasksPerNode()),
                        false));
        variables
                .cpusPerTask()
                .ifPresent(
                        cpus ->
                                entries.add(
                                        entry(
                                                sourceLocation,
                                                CPUS_PER_TASK,
                                                Integer.toString(cpus),
                                                false)));
        var block = new DocumentNode.Block(sourceLocation, entries);
        return new DocumentNode.Block(
                sourceLocation,
                List.of(
                        new DocumentNode.Entry(
                                sourceLocation, WorkloadKeys.SLURM_VARIABLES.name(), block)));
    }

    private static DocumentNode.Entry entry(
            SourceLocation sourceLocation, SpecKey<?> specKey, String text, boolean quoted) {
        return new DocumentNode.Entry(
                sourceLocation,
                specKey.name(),
                new DocumentNode.Value(sourceLocation, text, quoted));
    }
}
