package slipway.surface.run.commands;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.LogView;
import slipway.surface.terminal.Terminal;

/**
 * Prints the log of one node on the terminal. With several nodes it prints whole lines, each with the name of its node
 * in front, unless the line already begins with a rank.
 */
final class LogOutput {

    private static final Pattern LABELLED = Pattern.compile("\\[r[0-9]+] .*");

    private final Terminal terminal;
    private final boolean json;
    private final boolean several;
    private String label = "";
    private String partialLine = "";

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
                printLabelled(partialLine + part.text().get());
            } else {
                terminal.out().print(part.text().get());
            }
            terminal.out().flush();
        }
    }

    private void printLabelled(String text) {
        int end = text.lastIndexOf('\n') + 1;
        text.substring(0, end)
                .lines()
                .forEach(line -> terminal.out().println(labelled(label, line)));
        partialLine = text.substring(end);
    }

    /** Prints the unfinished last line. */
    void end() {
        synchronized (terminal) {
            if (!partialLine.isEmpty()) {
                terminal.out().println(labelled(label, partialLine));
                terminal.out().flush();
                partialLine = "";
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
