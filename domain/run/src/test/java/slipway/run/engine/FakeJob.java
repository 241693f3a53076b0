package slipway.run.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.schedule.snapshot.Placement;

/** One launch on the simulated machines. */
final class FakeJob {

    final Launch launch;
    final JobBehavior behavior;
    final Optional<InstantSource> clock;
    final Map<Integer, Integer> exits = new TreeMap<>();
    Optional<String> word = Optional.empty();
    boolean over;
    Optional<UsageSample> sample = Optional.empty();
    boolean waits;
    Optional<Placement> place = Optional.empty();

    FakeJob(Launch launch, JobBehavior behavior, Optional<InstantSource> clock) {
        this.launch = launch;
        this.behavior = behavior;
        this.clock = clock;
    }

    LiveAttempt live() {
        LiveAttempt.Phase now = waits ? LiveAttempt.Phase.WAITING : LiveAttempt.Phase.RUNNING;
        return new LiveAttempt(launch.id(), gone() ? LiveAttempt.Phase.GONE : now, word, place);
    }

    boolean gone() {
        return over || exits.size() == launch.placement().nodes();
    }

    void endAll(int exitCode) {
        for (int rank = 0; rank < launch.placement().nodes(); rank++) {
            if (!exits.containsKey(rank)) {
                end(rank, exitCode);
            }
        }
    }

    /** Leaves the exit file that a launch.sh would leave, if the attempt has a directory. */
    void end(int rank, int exitCode) {
        exits.put(rank, exitCode);
        Path directory = launch.directory();
        if (!Files.isDirectory(directory)) {
            return;
        }
        try {
            Files.createDirectories(directory.resolve("exit"));
            Path draft = Files.writeString(directory.resolve("exit/.fake"), exitCode + "\n");
            if (clock.isPresent()) {
                Files.setLastModifiedTime(draft, FileTime.from(clock.get().instant()));
            }
            Files.move(draft, directory.resolve("exit/" + rank), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
