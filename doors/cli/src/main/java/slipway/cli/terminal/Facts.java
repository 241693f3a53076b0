package slipway.cli.terminal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A few words about one thing, one under the other: a label and what is so. Long ones go on under their own beginning.
 */
public final class Facts {

    private static final String GAP = "  ";
    private static final int NARROWEST = 16;

    private final Map<String, Cell> facts = new LinkedHashMap<>();

    private Facts() {}

    public static Facts of() {
        return new Facts();
    }

    /** Adds a fact: a text, a {@link Cell} with its tone, or anything else that has a text. */
    public Facts with(String label, Object value) {
        facts.put(label, Cell.of(value));
        return this;
    }

    /** The same, if there is something to say. */
    public Facts with(String label, Optional<?> value) {
        value.ifPresent(it -> with(label, it));
        return this;
    }

    /** Every line with its end, indented by two columns. */
    String in(Look terminalCapabilities) {
        int label = facts.keySet().stream().mapToInt(Columns::of).max().orElse(0);
        int width = Math.max(NARROWEST, terminalCapabilities.width() - label - 2 * GAP.length());
        var text = new StringBuilder();
        facts.forEach(
                (name, tableCell) -> {
                    String lead = name + " ".repeat(label - Columns.of(name));
                    for (String part :
                            Folded.lines(shown(tableCell.text(), terminalCapabilities), width)) {
                        String toned =
                                terminalCapabilities.colour()
                                        ? tableCell.tone().around(part)
                                        : part;
                        text.append((GAP + lead + GAP + toned).stripTrailing()).append('\n');
                        lead = " ".repeat(label);
                    }
                });
        return text.toString();
    }

    private static String shown(String text, Look terminalCapabilities) {
        String plain = Plain.of(text);
        return terminalCapabilities.utf8() ? plain : Ascii.like(plain);
    }
}
