package slipway.run;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.run.Order.Finding;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptDirectory.Exit;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.engine.Live;
import slipway.schedule.picture.Placement.Seat;

/**
 * Finds out how attempts end, in this order: from their exit files; from what the engine says; and when neither says
 * anything for long enough, that they are lost. What began and left no exit is lost, never a success.
 */
final class Watching {

    /** Network file systems hide a new file for up to a minute. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Engine engine;
    private final Path attempts;
    private final InstantSource clock;

    Watching(Engine engine, Path attempts, InstantSource clock) {
        this.engine = engine;
        this.attempts = attempts;
        this.clock = clock;
    }

    /** How the attempt has ended; nothing while it has not. */
    Optional<Finding> look(Workload workload, Map<AttemptId, Live> live) {
        AttemptDirectory directory = AttemptDirectory.at(attempts, workload.attempt());
        int nodes = workload.state().place().orElseThrow().nodes();
        Map<Integer, Exit> exits = directory.exits();
        Optional<Live> known = Optional.ofNullable(live.get(workload.attempt()));
        if (exits.size() >= nodes) {
            return Optional.of(byExits(workload, directory, exits));
        }
        if (known.isPresent()) {
            return known.get().gone()
                    ? Optional.of(byEngine(workload, known.get(), exits))
                    : Optional.empty();
        }
        return isForgotten(workload)
                ? Optional.of(Finding.lost("The engine knows nothing of it any more."))
                : Optional.empty();
    }

    private Finding byExits(
            Workload workload, AttemptDirectory directory, Map<Integer, Exit> exits) {
        int code = result(exits);
        if (code == 0) {
            return Finding.exit(0);
        }
        LogRules.Told told = new LogRules(workload.spec().retry()).read(directory);
        List<Seat> seats = workload.state().place().orElseThrow().seats();
        String because = "It ended with exit code %d.".formatted(code);
        return new Finding(
                Optional.of(code),
                told.line().isEmpty() ? because : because + " Its log says: " + told.line(),
                false,
                told.stop(),
                told.blamed().stream()
                        .filter(rank -> rank < seats.size())
                        .map(rank -> seats.get(rank).node())
                        .toList());
    }

    /** A gang's result is its first exit that is not 0, by time. */
    private static int result(Map<Integer, Exit> exits) {
        return exits.values().stream()
                .filter(exit -> exit.code() != 0)
                .min(Comparator.comparing(Exit::at).thenComparingInt(Exit::code))
                .map(Exit::code)
                .orElse(0);
    }

    private static Finding byEngine(Workload workload, Live live, Map<Integer, Exit> exits) {
        String word = live.word().orElse("");
        return switch (word) {
            case Live.OUT_OF_MEMORY ->
                    failed("It took more memory than it may have.", exits, workload);
            case Live.TIME_LIMIT -> failed("It ran as long as it may.", exits, workload);
            case Live.NODE_LOST -> Finding.lost("Its node was lost.");
            default -> Finding.lost("It is gone and left no exit code.");
        };
    }

    private static Finding failed(String because, Map<Integer, Exit> exits, Workload workload) {
        int code = result(exits);
        return new Finding(
                code == 0 ? Optional.of(137) : Optional.of(code),
                because,
                false,
                workload.spec().retry().attempts() <= 1,
                List.of());
    }

    private boolean isForgotten(Workload workload) {
        Instant since = workload.state().since();
        return !(workload.state() instanceof State.Starting)
                && since.plus(PATIENCE).isBefore(clock.instant());
    }

    Map<AttemptId, Live> live() {
        return engine.live().stream()
                .collect(java.util.stream.Collectors.toMap(Live::id, each -> each));
    }
}
