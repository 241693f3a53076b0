package slipway.surface.run.commands;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.LogView;
import slipway.surface.terminal.Terminal;

/**
 * What one node printed, on the terminal. Where several nodes print, their lines come whole, and each says by its name
 * which node it is of, unless it says its own rank already.
 */
final class LogOutput {

    private static final Pattern LABELLED = Pattern.compile("\\[r[0-9]+] .*");

    private final Terminal terminal;
    private final boolean json;
    private final boolean several;
    private String label = "";
    private String begun = "";

    LogOutput(Terminal terminal, boolean json, boolean several) {
        this.terminal = terminal;
        this.json = json;
        this.several = several;
    }

    void show(LogView part) {
        if (part.text().isEmpty()) {
            return;
        }
        synchronized (terminal) {
            if (json) {
                terminal.json(
                        new String(LogRoutes.READ.answer().write(part), StandardCharsets.UTF_8));
            } else if (several) {
                label = label(part.rank(), part.node());
                labelled(begun + part.text().get());
            } else {
                terminal.out().print(part.text().get());
            }
            terminal.out().flush();
        }
    }

    private void labelled(String text) {
        int end = text.lastIndexOf('\n') + 1;
        text.substring(0, end)
                .lines()
                .forEach(line -> terminal.out().println(labelled(label, line)));
        begun = text.substring(end);
    }

    /** Nothing more comes: a line that was begun is all there is of it. */
    void end() {
        synchronized (terminal) {
            if (!begun.isEmpty()) {
                terminal.out().println(labelled(label, begun));
                terminal.out().flush();
                begun = "";
            }
        }
    }

    static String label(long rank, Optional<String> node) {
        return "[%s] ".formatted(node.orElse("rank " + rank));
    }

    static String labelled(String label, String line) {
        return LABELLED.matcher(line).matches() ? line : label + line;
    }
}
