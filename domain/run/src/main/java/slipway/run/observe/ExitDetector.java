package slipway.run.observe;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptDirectory.Exit;
import slipway.run.checkpoint.CheckpointScanner;
import slipway.run.engine.AttemptId;
import slipway.run.engine.LiveAttempt;
import slipway.run.lifecycle.RunRequest.Finding;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.run.observe.GpuFaults.Fault;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * Detects how attempts end: by their exit files; else by the engine's state, which recognizes a lost node; else, after
 * a timeout without either, as lost. An attempt that started and left no exit file is lost, never succeeded. The exit
 * file of an attempt that still runs is ignored, because a job can write it itself.
 */
public final class ExitDetector {

    /** A network file system may hide a new file for up to a minute. */
    public static final Duration SILENCE_TIMEOUT = Duration.ofSeconds(90);

    /** The exit code of a process that was killed. */
    private static final int KILLED = 137;

    private final Path attempts;
    private final CheckpointScanner checkpointScanner;
    private final InstantSource clock;

    /** Since when each attempt has been gone without an exit file, as observed by this server. */
    private final Map<AttemptId, Instant> silent = new ConcurrentHashMap<>();

    /** When each attempt was last seen running, by the clock of this server. */
    private final Map<AttemptId, Instant> lastSeenRunning = new ConcurrentHashMap<>();

    ExitDetector(Path attempts, InstantSource clock) {
        this.attempts = attempts;
        this.checkpointScanner = new CheckpointScanner(attempts);
        this.clock = clock;
    }

    /** How the attempt has ended; empty while it has not. */
    Optional<Finding> detect(
            Workload workload, Optional<LiveAttempt> known, Supplier<Optional<Fault>> fault) {
        AttemptId attempt = workload.attempt();
        AttemptDirectory directory = AttemptDirectory.at(attempts, attempt);
        int nodes = workload.state().currentPlacement().orElseThrow().nodes();
        if (known.filter(liveAttempt -> !liveAttempt.gone()).isPresent()) {
            silent.remove(attempt);
            if (!IntStream.range(0, nodes).allMatch(directory::hasExit)) {
                lastSeenRunning.put(attempt, clock.instant());
            }
            return Optional.empty();
        }
        Map<Integer, Exit> exits = directory.exits();
        Optional<String> engineState = known.flatMap(LiveAttempt::engineState);
        Optional<String> eviction = engineState.flatMap(ExitDetector::evictionText);
        if (eviction.isPresent()) {
            // its exit code, perhaps 0 after a save, is not the result of its work
            var times = new Finding.Times(Optional.empty(), lastCheckpoint(workload));
            return Optional.of(Finding.lost(eviction.get()).at(times));
        }
        if (exits.size() >= nodes) {
            return Optional.of(byExits(workload, engineState, exits, fault));
        }
        boolean mayStillStart =
                known.isEmpty() && workload.state() instanceof WorkloadState.Starting;
        return mayStillStart ? Optional.empty() : byEngineState(workload, engineState, exits);
    }

    private Finding byExits(
            Workload workload,
            Optional<String> engineState,
            Map<Integer, Exit> exits,
            Supplier<Optional<Fault>> fault) {
        int code = gangExitCode(exits);
        Optional<Instant> ended = endTime(workload.attempt(), exits);
        if (code == 0) {
            return Finding.exit(0).at(new Finding.Times(ended, Optional.empty()));
        }
        var directory = AttemptDirectory.at(attempts, workload.attempt());
        LogFailureRules.Diagnosis diagnosis =
                new LogFailureRules(workload.spec().execution().retry()).diagnose(directory);
        Optional<Fault> broken = fault.get();
        String because =
                engineState
                                .flatMap(ExitDetector::engineStateText)
                                .orElse("It ended with exit code %d.".formatted(code))
                        + broken.map(it -> " " + it.text()).orElse("");
        return new Finding(
                Optional.of(code),
                diagnosis.line().isEmpty()
                        ? because
                        : because + " Its log says: " + diagnosis.line(),
                false,
                diagnosis.stop()
                        || engineState.filter(LiveAttempt.ENDED_OUTSIDE::equals).isPresent(),
                blamedNodes(workload, diagnosis, broken),
                new Finding.Times(ended, lastCheckpoint(workload)));
    }

    /** The nodes to exclude, each with what happened there. */
    private static Map<String, String> blamedNodes(
            Workload workload, LogFailureRules.Diagnosis diagnosis, Optional<Fault> broken) {
        List<NodeAllocation> allocations =
                workload.state().currentPlacement().orElseThrow().seats();
        String attempt = "attempt " + workload.history().attempts();
        Map<String, String> blamed = new TreeMap<>();
        diagnosis
                .blamed()
                .forEach(
                        (rank, did) -> {
                            if (rank < allocations.size()) {
                                blamed.putIfAbsent(
                                        allocations.get(rank).node(), attempt + " " + did);
                            }
                        });
        broken.ifPresent(
                fault ->
                        fault.nodes()
                                .forEach(
                                        node ->
                                                blamed.putIfAbsent(
                                                        node,
                                                        "the driver reported Xid %d in %s"
                                                                .formatted(fault.xid(), attempt))));
        return blamed;
    }

    /**
     * A file that is much older than an observation without it has its time from another clock, of its node or of a
     * file server. Then the observation is closer to the truth.
     */
    private Optional<Instant> endTime(AttemptId attempt, Map<Integer, Exit> exits) {
        Optional<Instant> seen = Optional.ofNullable(lastSeenRunning.get(attempt));
        return exits.values().stream()
                .map(Exit::at)
                .max(Instant::compareTo)
                .map(
                        at ->
                                seen.filter(running -> at.plus(SILENCE_TIMEOUT).isBefore(running))
                                        .orElse(at));
    }

    /** The exit code of a gang is its earliest one other than 0. */
    private static int gangExitCode(Map<Integer, Exit> exits) {
        return exits.values().stream()
                .filter(exit -> exit.code() != 0)
                .min(Comparator.comparing(Exit::at).thenComparingInt(Exit::code))
                .map(Exit::code)
                .orElse(0);
    }

    private Optional<Finding> byEngineState(
            Workload workload, Optional<String> engineState, Map<Integer, Exit> exits) {
        var times = new Finding.Times(Optional.empty(), lastCheckpoint(workload));
        if (engineState.filter(LiveAttempt.NODE_LOST::equals).isPresent()) {
            return Optional.of(Finding.lost("Its node was lost.").at(times));
        }
        if (engineState.filter(LiveAttempt.NOT_STARTED::equals).isPresent()) {
            return Optional.of(Finding.lost("Its node could not start it.").at(times));
        }
        Optional<String> because = engineState.flatMap(ExitDetector::engineStateText);
        if (because.isPresent()) {
            int code = gangExitCode(exits) == 0 ? KILLED : gangExitCode(exits);
            boolean intended = engineState.filter(LiveAttempt.ENDED_OUTSIDE::equals).isPresent();
            return Optional.of(
                    new Finding(
                            Optional.of(code), because.get(), false, intended, Map.of(), times));
        }
        return isSilent(workload)
                ? Optional.of(Finding.lost("It is gone and left no exit code.").at(times))
                : Optional.empty();
    }

    private static Optional<String> evictionText(String engineState) {
        return switch (engineState) {
            case LiveAttempt.PREEMPTED -> Optional.of("The engine preempted it for another job.");
            case LiveAttempt.REQUEUED -> Optional.of("An operator requeued it.");
            default -> Optional.empty();
        };
    }

    private static Optional<String> engineStateText(String engineState) {
        return switch (engineState) {
            case LiveAttempt.OUT_OF_MEMORY -> Optional.of("It exceeded its memory limit.");
            case LiveAttempt.TIME_LIMIT -> Optional.of("It exceeded its time limit.");
            case LiveAttempt.ENDED_OUTSIDE ->
                    Optional.of("It was ended from outside, with the engine's own tools.");
            default -> Optional.empty();
        };
    }

    private boolean isSilent(Workload workload) {
        Instant now = clock.instant();
        // A clock that was set back begins the silence again.
        Instant since = silent.merge(workload.attempt(), now, ExitDetector::earlier);
        return !since.plus(SILENCE_TIMEOUT).isAfter(now);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /** When the last checkpoint was made, for a job that checkpoints. */
    private Optional<Instant> lastCheckpoint(Workload workload) {
        return workload.spec()
                .execution()
                .checkpoint()
                .flatMap(
                        _ ->
                                checkpointScanner.newestOfEnded(
                                        workload, workload.history().attempts()))
                .map(CheckpointScanner.Checkpoint::made);
    }

    /** Drops what is known of all other attempts. */
    void retain(Set<AttemptId> present) {
        silent.keySet().retainAll(present);
        lastSeenRunning.keySet().retainAll(present);
    }
}
