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

/** What really ran, by the lines that the jobs themselves wrote, in the order in which they did. */
final class JobOutput {

    private final Map<String, Map<String, Ran>> attempts = new HashMap<>();
    private final Map<String, String> running = new HashMap<>();
    private final Set<String> ranTwice = new HashSet<>();
    private final Set<String> overlapping = new HashSet<>();
    private final Map<String, List<String>> lines = new HashMap<>();

    /** How far an attempt came. */
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

    /** How far the attempts of a chore came, in the order in which they began. */
    Map<String, Ran> attempts(String key) {
        return attempts.getOrDefault(key, Map.of());
    }

    /** What the attempts of a chore wrote, word for word. */
    List<String> lines(String key) {
        return lines.getOrDefault(key, List.of());
    }

    /** Attempts whose script ran more than once. */
    Set<String> ranTwice() {
        return Set.copyOf(ranTwice);
    }

    /** Chores of which an attempt began before the one before it had ended. */
    Set<String> overlapping() {
        return Set.copyOf(overlapping);
    }
}
