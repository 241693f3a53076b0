package slipway.server.pages;

import java.io.Reader;
import java.io.Writer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import slipway.cli.Cli;
import slipway.identity.Principal;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.web.page.Finder;
import slipway.surface.web.page.Search.Hit;

/**
 * Finds commands by name and description. A command with a form on a page links to it; any other is copied to the
 * clipboard.
 */
public final class CommandFinder implements Finder {

    /** Without output. */
    private static final slipway.surface.terminal.TerminalCapabilities NO_TERMINAL =
            slipway.surface.terminal.TerminalCapabilities.of(Map.of(), "");

    private final Map<String, String> forms;

    /**
     * Creates a finder.
     *
     * @param forms the path of a command's form, by command name: {@code team add}
     */
    public CommandFinder(Map<String, String> forms) {
        this.forms = Map.copyOf(forms);
    }

    /** A command with its description. */
    private record DescribedCommand(String name, String description) {}

    /** Loaded at the first search, because it creates the whole command line. */
    private static final class Commands {
        static final List<DescribedCommand> ALL = list(line(), "").toList();
    }

    @Override
    public Stream<Hit> find(Principal principal, String words) {
        return Commands.ALL.stream()
                .filter(
                        command ->
                                words.isEmpty()
                                        ? forms.containsKey(command.name())
                                        : Finder.matches(
                                                command.name() + " " + command.description(),
                                                words))
                .map(this::hit);
    }

    private Hit hit(DescribedCommand command) {
        String line = "slipway " + command.name();
        return new Hit(
                "Commands",
                command.description(),
                line,
                "terminal-2",
                forms.getOrDefault(command.name(), line));
    }

    private static Stream<DescribedCommand> list(CommandLine line, String before) {
        return line.getSubcommands().entrySet().stream()
                .filter(entry -> !entry.getValue().getCommandSpec().usageMessage().hidden())
                .flatMap(
                        entry -> {
                            String name = before + entry.getKey();
                            return entry.getValue().getSubcommands().isEmpty()
                                    ? Stream.of(
                                            new DescribedCommand(
                                                    name, description(entry.getValue())))
                                    : list(entry.getValue(), name + " ");
                        });
    }

    private static String description(CommandLine line) {
        String[] lines = line.getCommandSpec().usageMessage().description();
        String first = lines.length == 0 ? "" : lines[0];
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }

    /** A command line without input and output, for its descriptions only. */
    private static CommandLine line() {
        var terminal =
                new Terminal(
                        NO_TERMINAL, Writer.nullWriter(), Writer.nullWriter(), Reader.nullReader());
        Path folder = Path.of("");
        var commandEnvironment =
                new CommandEnvironment(
                        "",
                        terminal,
                        Map.of(),
                        folder,
                        folder,
                        InstantSource.system(),
                        () -> ZoneOffset.UTC);
        return Cli.of(commandEnvironment).root();
    }
}
