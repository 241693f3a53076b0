package slipway.spec.workload;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.TeamId;
import slipway.spec.BlockSchema;
import slipway.spec.Document;
import slipway.spec.DocumentLimits;

/**
 * The spec of a workload with all defaults filled in.
 *
 * @param name empty: the server generates one
 * @param team empty: the team of the submitter
 * @param resources of one node
 * @param scheduling when and where it may run
 * @param execution the program that it runs, and how
 * @param plan the training, from which the estimate is made
 * @param pilot present for a pilot, which only measures the speed
 */
public record WorkloadSpec(
        Optional<String> name,
        Optional<TeamId> team,
        Kind kind,
        ResourceSpec resources,
        Scheduling scheduling,
        Execution execution,
        Optional<TrainingSpec> plan,
        Optional<PilotSpec> pilot) {

    /** The whole document, for the check, the schema and the reference. */
    public static final BlockSchema SCHEMA = WorkloadKeys.SCHEMA;

    // Blocks within, for the reference.
    public static final BlockSchema WITHIN_SCHEMA = WorkloadKeys.WITHIN_SCHEMA;
    public static final BlockSchema CHECKPOINT_SCHEMA = CheckpointBlock.SCHEMA;
    public static final BlockSchema ENVIRONMENT_SCHEMA = EnvironmentBlock.SCHEMA;
    public static final BlockSchema PILOT_SCHEMA = PilotBlock.SCHEMA;
    public static final BlockSchema SLURM_SCHEMA = SlurmBlock.SCHEMA;
    public static final BlockSchema RETRY_SCHEMA = RetryBlock.SCHEMA;
    public static final BlockSchema RULE_SCHEMA = RetryBlock.RULE;

    /** The last line of every problem with a spec. */
    public static final String NOTHING_SUBMITTED = "Nothing was submitted.";

    /** Escapes make a JSON text longer than the YAML it came from, and it lists what an array's text says in short. */
    public static final DocumentLimits JSON_LIMITS = new DocumentLimits(8 << 20, 40, 100_000);

    /** Reads YAML, or throws one problem with all its mistakes. */
    public static WorkloadSpec parse(String yaml, String file) {
        return read(Document.of(file, yaml), SpecOverrides.NONE);
    }

    /** Reads JSON, in the same words as YAML: from the API, or as {@link #json} wrote it. */
    public static WorkloadSpec ofJson(String json, String file) {
        return read(Document.ofJson(file, json, JSON_LIMITS), SpecOverrides.NONE);
    }

    /** Reads what {@link #json} wrote at any time: a rule that was added since then does not apply. */
    public static WorkloadSpec readStored(String json, String file) {
        return WorkloadReader.readStored(Document.ofJson(file, json, JSON_LIMITS));
    }

    /** Reads a document with flags that override it, or throws one problem with the mistakes of both. */
    public static WorkloadSpec read(Document document, SpecOverrides specOverrides) {
        return WorkloadReader.read(document, specOverrides);
    }

    /** The plan of a workload that runs to the end; empty for a pilot. */
    public Optional<TrainingSpec> planToEnd() {
        return plan.filter(_ -> pilot.isEmpty());
    }

    /** The whole spec in one line of JSON. Read again it is the same, also when defaults have changed since. */
    public String json() {
        return WorkloadJson.of(this).toString();
    }

    /**
     * When and where a workload may run.
     *
     * @param needs workloads that must have succeeded before
     */
    public record Scheduling(
            Priority priority,
            Gang gang,
            Times times,
            List<String> needs,
            Optional<JobArray> array) {

        public Scheduling {
            needs = List.copyOf(needs);
        }
    }

    /**
     * The program that a workload runs, and how.
     *
     * @param data dataset versions by the name under which the workload finds them
     * @param workspace present only for a workspace
     */
    public record Execution(
            Program program,
            Map<String, DatasetReference> data,
            Optional<CheckpointSpec> checkpoint,
            RetryPolicy retry,
            Optional<WorkspaceSpec> workspace) {

        public Execution {
            data = Collections.unmodifiableMap(new TreeMap<>(data));
        }
    }

    /**
     * @param maxDuration an attempt is stopped after this
     * @param minimumRun it is not preempted sooner
     */
    public record Times(Optional<Duration> maxDuration, Optional<Duration> minimumRun) {

        public static final Times UNLIMITED = new Times(Optional.empty(), Optional.empty());
    }

    /** The kind of a workload. */
    public enum Kind {
        /** It ends by itself. */
        JOB,
        /** It answers until it is stopped. */
        SERVICE,
        /** A person works in it. */
        WORKSPACE
    }

    /** Higher goes first, within a team. */
    public enum Priority {
        LOW,
        NORMAL,
        HIGH,
        CRITICAL
    }
}
