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
final class Witness {

    private final Map<String, Map<String, Ran>> attempts = new HashMap<>();
    private final Map<String, String> now = new HashMap<>();
    private final Set<String> twice = new HashSet<>();
    private final Set<String> together = new HashSet<>();
    private final Map<String, List<String>> said = new HashMap<>();

    /** How far an attempt came. */
    enum Ran {
        BEGUN,
        TO_ITS_END
    }

    static Witness read(Path lines) throws IOException {
        return of(Files.exists(lines) ? Files.readAllLines(lines) : List.of());
    }

    static Witness of(List<String> lines) {
        var witness = new Witness();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            witness.hear(words[0], words[1], words[2]);
            witness.said.computeIfAbsent(words[1], _ -> new ArrayList<>()).add(line);
        }
        return witness;
    }

    private void hear(String word, String key, String attempt) {
        Map<String, Ran> ran = attempts.computeIfAbsent(key, _ -> new LinkedHashMap<>());
        if (word.equals(Chore.BEGIN)) {
            if (ran.putIfAbsent(attempt, Ran.BEGUN) != null) {
                twice.add(attempt);
            }
            Optional.ofNullable(now.put(key, attempt)).ifPresent(_ -> together.add(key));
        } else {
            ran.put(attempt, Ran.TO_ITS_END);
            now.remove(key, attempt);
        }
    }

    /** How far the attempts of a chore came, in the order in which they began. */
    Map<String, Ran> of(String key) {
        return attempts.getOrDefault(key, Map.of());
    }

    /** What the attempts of a chore wrote, word for word. */
    List<String> said(String key) {
        return said.getOrDefault(key, List.of());
    }

    /** Attempts whose script ran more than once. */
    Set<String> twice() {
        return Set.copyOf(twice);
    }

    /** Chores of which an attempt began before the one before it had ended. */
    Set<String> together() {
        return Set.copyOf(together);
    }
}
