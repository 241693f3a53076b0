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
 * Finds out how attempts end, in this order: from their exit files; from what the engine says; and when neither says
 * anything for long enough, that they are lost. What began and left no exit is lost, never a success. An exit file of
 * something that still runs is not believed: a job can write it itself.
 */
public final class ExitDetector {

    /** Network file systems hide a new file for up to a minute. */
    public static final Duration PATIENCE = Duration.ofSeconds(90);

    /** The exit code of what was ended by force. */
    private static final int KILLED = 137;

    private final Path attempts;
    private final CheckpointScanner checkpointScanner;
    private final InstantSource clock;

    /** Since when an attempt has been gone without a word, as far as this server saw. */
    private final Map<AttemptId, Instant> silent = new ConcurrentHashMap<>();

    /** When an attempt was last seen to go on, by the clock of this server. */
    private final Map<AttemptId, Instant> going = new ConcurrentHashMap<>();

    ExitDetector(Path attempts, InstantSource clock) {
        this.attempts = attempts;
        this.checkpointScanner = new CheckpointScanner(attempts);
        this.clock = clock;
    }

    /** How the attempt has ended; nothing while it has not. */
    Optional<Finding> look(
            Workload workload, Optional<LiveAttempt> known, Supplier<Optional<Fault>> fault) {
        AttemptId attempt = workload.attempt();
        AttemptDirectory directory = AttemptDirectory.at(attempts, attempt);
        int nodes = workload.state().place().orElseThrow().nodes();
        if (known.filter(liveAttempt -> !liveAttempt.gone()).isPresent()) {
            silent.remove(attempt);
            if (!IntStream.range(0, nodes).allMatch(directory::hasExit)) {
                going.put(attempt, clock.instant());
            }
            return Optional.empty();
        }
        Map<Integer, Exit> exits = directory.exits();
        Optional<String> word = known.flatMap(LiveAttempt::word);
        Optional<String> drivenOut = word.flatMap(ExitDetector::drivenOut);
        if (drivenOut.isPresent()) {
            // What it ended with, 0 perhaps after a save, is not the end of its work.
            var when = new Finding.When(Optional.empty(), saved(workload));
            return Optional.of(Finding.lost(drivenOut.get()).at(when));
        }
        if (exits.size() >= nodes) {
            return Optional.of(byExits(workload, word, exits, fault));
        }
        boolean mayStillStart =
                known.isEmpty() && workload.state() instanceof WorkloadState.Starting;
        return mayStillStart ? Optional.empty() : byWord(workload, word, exits);
    }

    private Finding byExits(
            Workload workload,
            Optional<String> word,
            Map<Integer, Exit> exits,
            Supplier<Optional<Fault>> fault) {
        int code = result(exits);
        Optional<Instant> ended = ended(workload.attempt(), exits);
        if (code == 0) {
            return Finding.exit(0).at(new Finding.When(ended, Optional.empty()));
        }
        var directory = AttemptDirectory.at(attempts, workload.attempt());
        LogFailureRules.Told told = new LogFailureRules(workload.spec().retry()).read(directory);
        Optional<Fault> broken = fault.get();
        String because =
                word.flatMap(ExitDetector::words)
                                .orElse("It ended with exit code %d.".formatted(code))
                        + broken.map(it -> " " + it.words()).orElse("");
        return new Finding(
                Optional.of(code),
                told.line().isEmpty() ? because : because + " Its log says: " + told.line(),
                false,
                told.stop() || word.filter(LiveAttempt.ENDED_OUTSIDE::equals).isPresent(),
                blamed(workload, told, broken),
                new Finding.When(ended, saved(workload)));
    }

    /** Each with what happened there. */
    private static Map<String, String> blamed(
            Workload workload, LogFailureRules.Told told, Optional<Fault> broken) {
        List<NodeAllocation> seats = workload.state().place().orElseThrow().seats();
        String attempt = "attempt " + workload.trail().attempts();
        Map<String, String> blamed = new TreeMap<>();
        told.blamed()
                .forEach(
                        (rank, did) -> {
                            if (rank < seats.size()) {
                                blamed.putIfAbsent(seats.get(rank).node(), attempt + " " + did);
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
     * A file that is much older than a look that did not find it has its time from another clock, of its node or of the
     * machine that keeps the files. Then the look is closer to the truth.
     */
    private Optional<Instant> ended(AttemptId attempt, Map<Integer, Exit> exits) {
        Optional<Instant> seen = Optional.ofNullable(going.get(attempt));
        return exits.values().stream()
                .map(Exit::at)
                .max(Instant::compareTo)
                .map(at -> seen.filter(look -> at.plus(PATIENCE).isBefore(look)).orElse(at));
    }

    /** A gang's result is its first exit that is not 0, by time. */
    private static int result(Map<Integer, Exit> exits) {
        return exits.values().stream()
                .filter(exit -> exit.code() != 0)
                .min(Comparator.comparing(Exit::at).thenComparingInt(Exit::code))
                .map(Exit::code)
                .orElse(0);
    }

    private Optional<Finding> byWord(
            Workload workload, Optional<String> word, Map<Integer, Exit> exits) {
        var when = new Finding.When(Optional.empty(), saved(workload));
        if (word.filter(LiveAttempt.NODE_LOST::equals).isPresent()) {
            return Optional.of(Finding.lost("Its node was lost.").at(when));
        }
        if (word.filter(LiveAttempt.NOT_STARTED::equals).isPresent()) {
            return Optional.of(Finding.lost("Its node could not start it.").at(when));
        }
        Optional<String> because = word.flatMap(ExitDetector::words);
        if (because.isPresent()) {
            int code = result(exits) == 0 ? KILLED : result(exits);
            boolean meant = word.filter(LiveAttempt.ENDED_OUTSIDE::equals).isPresent();
            return Optional.of(
                    new Finding(Optional.of(code), because.get(), false, meant, Map.of(), when));
        }
        return isSilent(workload)
                ? Optional.of(Finding.lost("It is gone and left no exit code.").at(when))
                : Optional.empty();
    }

    private static Optional<String> drivenOut(String word) {
        return switch (word) {
            case LiveAttempt.PREEMPTED ->
                    Optional.of("The engine took its place for somebody else.");
            case LiveAttempt.REQUEUED -> Optional.of("Somebody had the engine start it anew.");
            default -> Optional.empty();
        };
    }

    private static Optional<String> words(String word) {
        return switch (word) {
            case LiveAttempt.OUT_OF_MEMORY -> Optional.of("It took more memory than it may have.");
            case LiveAttempt.TIME_LIMIT -> Optional.of("It ran as long as it may.");
            case LiveAttempt.ENDED_OUTSIDE ->
                    Optional.of("Somebody ended it from outside, with the engine's own tools.");
            default -> Optional.empty();
        };
    }

    private boolean isSilent(Workload workload) {
        Instant now = clock.instant();
        Instant since = silent.computeIfAbsent(workload.attempt(), _ -> now);
        return !since.plus(PATIENCE).isAfter(now);
    }

    /** When the last checkpoint was made, for those that save. */
    private Optional<Instant> saved(Workload workload) {
        return workload.spec()
                .checkpoint()
                .flatMap(_ -> checkpointScanner.left(workload, workload.trail().attempts()))
                .map(CheckpointScanner.Checkpoint::made);
    }

    /** Of all others nothing need be remembered. */
    void remember(Set<AttemptId> present) {
        silent.keySet().retainAll(present);
        going.keySet().retainAll(present);
    }
}
