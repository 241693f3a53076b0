package slipway.surface.run.commands.slurmimport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the items of Slurm that have no counterpart in Slipway, by reason. */
final class SkippedItems {

    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final List<String> sentences = new ArrayList<>();

    void add(String reason) {
        add(reason, 1);
    }

    void add(String reason, long count) {
        counts.merge(reason, count, Long::sum);
    }

    /** Adds a sentence without a count. */
    void note(String sentence) {
        sentences.add(sentence);
    }

    List<String> sentences() {
        List<String> all = new ArrayList<>();
        counts.forEach((reason, count) -> all.add("%s: %,d".formatted(reason, count)));
        all.addAll(sentences);
        return all;
    }
}
