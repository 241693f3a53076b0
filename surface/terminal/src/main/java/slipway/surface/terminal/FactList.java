package slipway.surface.terminal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.UntrustedText;

/**
 * A few words about one thing, one under the other: a label and what is so. Long ones go on under their own beginning.
 */
public final class FactList {

    private static final String GAP = "  ";
    private static final int NARROWEST = 16;

    private final Map<String, TableCell> facts = new LinkedHashMap<>();

    private FactList() {}

    public static FactList of() {
        return new FactList();
    }

    /** Adds a fact: a text, a {@link TableCell} with its tone, or anything else that has a text. */
    public FactList with(String label, Object value) {
        facts.put(label, TableCell.of(value));
        return this;
    }

    /** The same, if there is something to say. */
    public FactList with(String label, Optional<?> value) {
        value.ifPresent(it -> with(label, it));
        return this;
    }

    /** Every line with its end, indented by two columns. */
    String in(TerminalCapabilities terminalCapabilities) {
        int label = facts.keySet().stream().mapToInt(DisplayWidth::of).max().orElse(0);
        int width = Math.max(NARROWEST, terminalCapabilities.width() - label - 2 * GAP.length());
        var text = new StringBuilder();
        facts.forEach(
                (name, tableCell) -> {
                    String lead = name + " ".repeat(label - DisplayWidth.of(name));
                    for (String part :
                            LineWrapper.lines(
                                    shown(tableCell.text(), terminalCapabilities), width)) {
                        String toned =
                                terminalCapabilities.color() ? tableCell.tone().around(part) : part;
                        text.append((GAP + lead + GAP + toned).stripTrailing()).append('\n');
                        lead = " ".repeat(label);
                    }
                });
        return text.toString();
    }

    private static String shown(String text, TerminalCapabilities terminalCapabilities) {
        String plain = UntrustedText.forTerminal(text);
        return terminalCapabilities.utf8() ? plain : AsciiFallback.ascii(plain);
    }
}
