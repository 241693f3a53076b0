package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The real runs, from the lines that the jobs wrote, in their order. */
final class JobOutput {

    private final Map<String, Map<String, Ran>> attempts = new HashMap<>();
    private final Map<String, String> running = new HashMap<>();
    private final Set<String> ranTwice = new HashSet<>();
    private final Set<String> overlapping = new HashSet<>();
    private final Map<String, List<String>> lines = new HashMap<>();

    /** The progress of an attempt. */
    enum Ran {
        STARTED,
        COMPLETED
    }

    static JobOutput read(Path lines) throws IOException {
        return attempts(Files.exists(lines) ? Files.readAllLines(lines) : List.of());
    }

    static JobOutput attempts(List<String> lines) {
        var witness = new JobOutput();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            witness.read(words[0], words[1], words[2]);
            witness.lines.computeIfAbsent(words[1], _ -> new ArrayList<>()).add(line);
        }
        return witness;
    }

    private void read(String word, String key, String attempt) {
        Map<String, Ran> ran = attempts.computeIfAbsent(key, _ -> new LinkedHashMap<>());
        if (word.equals(CrashTestJob.BEGIN)) {
            if (ran.putIfAbsent(attempt, Ran.STARTED) != null) {
                ranTwice.add(attempt);
            }
            Optional.ofNullable(running.put(key, attempt)).ifPresent(_ -> overlapping.add(key));
        } else {
            ran.put(attempt, Ran.COMPLETED);
            running.remove(key, attempt);
        }
    }

    /** The progress of a job's attempts, in the order of their starts. */
    Map<String, Ran> attempts(String key) {
        return attempts.getOrDefault(key, Map.of());
    }

    /** The lines of a job's attempts. */
    List<String> lines(String key) {
        return lines.getOrDefault(key, List.of());
    }

    /** Attempts whose script ran more than once. */
    Set<String> ranTwice() {
        return Set.copyOf(ranTwice);
    }

    /** Jobs with an attempt that began before the previous one had ended. */
    Set<String> overlapping() {
        return Set.copyOf(overlapping);
    }
}
