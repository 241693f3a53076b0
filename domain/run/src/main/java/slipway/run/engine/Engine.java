package slipway.run.engine;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/**
 * Executes attempts. Every method is idempotent by attempt id: the server can die between any two calls and repeat the
 * last one. Thread-safe.
 */
public interface Engine extends AutoCloseable {

    ProblemCode LAUNCH_FAILED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "launch-failed",
                    "The engine could not start the attempt.");
    ProblemCode CANNOT =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "engine-cannot",
                    "The engine is not able to do what the workload asks for.");

    ProblemCode NOT_RUNNING =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "attempt-not-there",
                    "The attempt has no process on that node now.");

    /** Its name in the configuration: {@code local}, {@code slurm}, {@code kubernetes}. */
    String name();

    EngineCapabilities capabilities();

    /**
     * Whether its only node is the server's own machine: then the paths of a spec and the sockets of workspaces are
     * local.
     */
    default boolean isLocal() {
        return false;
    }

    /** The nodes as they are now, in a fixed order; a node that is down has that condition. */
    List<DiscoveredNode> nodes();

    /** The jobs of others on these nodes, if the engine is shared; in the order of their names. */
    default List<ForeignJob> foreignJobs() {
        return List.of();
    }

    /**
     * The account under which this user's workloads run; empty: the server's own.
     *
     * @throws slipway.base.Problem if the user has no account where one is required
     */
    default Optional<PosixAccount> account(String owner) {
        return Optional.empty();
    }

    /**
     * Starts the attempt's {@code launch.sh} on every node of its placement. A second call with the same id has no
     * effect, even if the attempt has ended.
     *
     * @throws slipway.base.Problem of kind OUTSIDE if it could not be started; nothing of it is left running then
     */
    void launch(Launch launch);

    /** Does nothing if the attempt has ended or is unknown. Returns at once; the listener is notified of the end. */
    void signal(AttemptId id, AttemptSignal attemptSignal);

    /**
     * All attempts that this engine knows, also those that a previous server launched, in the order of their ids. An
     * attempt that is missing was never launched, or was forgotten.
     */
    List<LiveAttempt> live();

    /** The same for one attempt; an engine that knows many answers this without reading all. */
    default Optional<LiveAttempt> live(AttemptId id) {
        return live().stream().filter(each -> each.id().equals(id)).findFirst();
    }

    /**
     * Registers a listener that is notified of an attempt to reconcile: it started, ended, or lost a node. The
     * listener must be fast; it is called on the engine's own threads.
     */
    void listen(Consumer<AttemptId> changed);

    /** The newest sample; empty before the first, and if the attempt is unknown. */
    Optional<UsageSample> sample(AttemptId id);

    /**
     * Runs a command beside the attempt, on one of its nodes. It sees what the job sees, has no more rights than the
     * job, and ends with the job.
     *
     * @throws slipway.base.Problem if the attempt has no process there, or the engine does not support it
     */
    ExecProcess exec(AttemptId id, ExecRequest execRequest);

    /** Drops what the engine keeps of an ended attempt whose end is durable. */
    void forget(AttemptId id);

    /** Closes the engine; attempts continue to run and are adopted by the next engine. */
    @Override
    void close();
}
