package slipway.surface.terminal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.UntrustedText;

/** A list of facts about one object: a label and a value per line. Long values continue below their beginning. */
public final class FactList {

    private static final String GAP = "  ";
    private static final int MIN_WIDTH = 16;

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

    /** Adds a fact if there is a value. */
    public FactList with(String label, Optional<?> value) {
        value.ifPresent(it -> with(label, it));
        return this;
    }

    /** The text with line ends, indented by two columns. */
    String format(TerminalCapabilities capabilities) {
        int labelWidth = facts.keySet().stream().mapToInt(DisplayWidth::of).max().orElse(0);
        int width = Math.max(MIN_WIDTH, capabilities.width() - labelWidth - 2 * GAP.length());
        var text = new StringBuilder();
        facts.forEach(
                (name, cell) -> {
                    String lead = name + " ".repeat(labelWidth - DisplayWidth.of(name));
                    for (String part :
                            LineWrapper.breakAtSpaces(
                                    printable(cell.text(), capabilities), width)) {
                        String colored = capabilities.color() ? cell.tone().around(part) : part;
                        text.append((GAP + lead + GAP + colored).stripTrailing()).append('\n');
                        lead = " ".repeat(labelWidth);
                    }
                });
        return text.toString();
    }

    private static String printable(String text, TerminalCapabilities capabilities) {
        String plain = UntrustedText.forTerminal(text);
        return capabilities.utf8() ? plain : AsciiFallback.ascii(plain);
    }
}
