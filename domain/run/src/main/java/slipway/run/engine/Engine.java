package slipway.run.engine;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/**
 * Executes attempts. Few verbs, and each may be said again: the server can die between any two of them and say the
 * last one once more. Safe for use by many threads.
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

    /** As in configuration: {@code local}, {@code slurm}, {@code kubernetes}. */
    String name();

    EngineCapabilities capabilities();

    /** Whether its nodes are the server's own machine: then what a spec names, and an app's socket, are there too. */
    default boolean isLocal() {
        return false;
    }

    /** The nodes as they are now, in a fixed order; a node that is down is here with that condition. */
    List<DiscoveredNode> nodes();

    /** What others hold of these nodes, where the engine is shared with them; in the order of their names. */
    default List<ForeignJob> foreignJobs() {
        return List.of();
    }

    /**
     * The account that what somebody submits runs under; empty: the server's own.
     *
     * @throws slipway.base.Problem if it would be another, and there is none
     */
    default Optional<PosixAccount> account(String owner) {
        return Optional.empty();
    }

    /**
     * Starts the attempt's {@code launch.sh} on every node of its placement. Said twice with one id it starts once:
     * what was launched, and is perhaps over, is not launched again.
     *
     * @throws slipway.base.Problem of kind OUTSIDE when it could not be started; nothing of it is left running then
     */
    void launch(Launch launch);

    /** Does nothing when the attempt is gone or was never here. Returns at once; ends are told to the listener. */
    void signal(AttemptId id, AttemptSignal attemptSignal);

    /**
     * Each attempt this engine knows, also those that an earlier life of the server launched, in the order of their
     * ids. What is not here was never launched, or was forgotten.
     */
    List<LiveAttempt> live();

    /** The same for one attempt; engines that know many answer this without going through all. */
    default Optional<LiveAttempt> live(AttemptId id) {
        return live().stream().filter(each -> each.id().equals(id)).findFirst();
    }

    /**
     * Whoever listens is told of an attempt that should be looked at: it started, ended, or a node under it was lost.
     * The call must be cheap; it comes from the engine's own threads.
     */
    void listen(Consumer<AttemptId> changed);

    /** The newest sample; empty before the first, and when the attempt is not here. */
    Optional<UsageSample> sample(AttemptId id);

    /**
     * Runs a command beside the attempt, on one of its nodes. It sees what the job sees, may no more than the job may,
     * and ends with the job.
     *
     * @throws slipway.base.Problem if the attempt has no process there, or the engine is not able to
     */
    ExecProcess exec(AttemptId id, ExecRequest execRequest);

    /** The end of the attempt is written down: the engine drops what it keeps of it. Only for what is gone. */
    void forget(AttemptId id);

    /** Lets go of the machine, not of the attempts: they run on and are found again by the next engine. */
    @Override
    void close();
}
