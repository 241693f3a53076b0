package slipway.surface.run.commands.slurmimport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts what has no counterpart, by the reason. */
final class SkippedItems {

    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final List<String> sentences = new ArrayList<>();

    void add(String what) {
        add(what, 1);
    }

    void add(String what, long count) {
        counts.merge(what, count, Long::sum);
    }

    /** Something that is not counted. */
    void say(String sentence) {
        sentences.add(sentence);
    }

    List<String> sentences() {
        List<String> all = new ArrayList<>();
        counts.forEach((what, count) -> all.add("%s: %,d".formatted(what, count)));
        all.addAll(sentences);
        return all;
    }
}
