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
 * Finds commands by their words and by what they do. One that a page offers as a form leads there; any other is copied,
 * to be run in a shell.
 */
public final class CommandFinder implements Finder {

    /** Shows nothing to nobody. */
    private static final slipway.surface.terminal.TerminalCapabilities NOBODY =
            slipway.surface.terminal.TerminalCapabilities.of(Map.of(), "");

    private final Map<String, String> forms;

    /**
     * Makes it.
     *
     * @param forms where a command's form is, by its words: {@code team add}
     */
    public CommandFinder(Map<String, String> forms) {
        this.forms = Map.copyOf(forms);
    }

    /** What a command does. */
    private record Known(String words, String does) {}

    /** Made when somebody first searches: a server that nobody searches needs no command line. */
    private static final class Catalogue {
        static final List<Known> ALL = known(line(), "").toList();
    }

    @Override
    public Stream<Hit> find(Principal principal, String words) {
        return Catalogue.ALL.stream()
                .filter(
                        known ->
                                words.isEmpty()
                                        ? forms.containsKey(known.words())
                                        : Finder.matches(known.words() + " " + known.does(), words))
                .map(this::hit);
    }

    private Hit hit(Known known) {
        String command = "slipway " + known.words();
        return new Hit(
                "Commands",
                known.does(),
                command,
                "terminal-2",
                forms.getOrDefault(known.words(), command));
    }

    private static Stream<Known> known(CommandLine line, String before) {
        return line.getSubcommands().entrySet().stream()
                .filter(entry -> !entry.getValue().getCommandSpec().usageMessage().hidden())
                .flatMap(
                        entry -> {
                            String words = before + entry.getKey();
                            return entry.getValue().getSubcommands().isEmpty()
                                    ? Stream.of(new Known(words, does(entry.getValue())))
                                    : known(entry.getValue(), words + " ");
                        });
    }

    private static String does(CommandLine line) {
        String[] description = line.getCommandSpec().usageMessage().description();
        String first = description.length == 0 ? "" : description[0];
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }

    /** Nobody types here: it is only asked what it can do. */
    private static CommandLine line() {
        var mute =
                new Terminal(NOBODY, Writer.nullWriter(), Writer.nullWriter(), Reader.nullReader());
        Path nowhere = Path.of("");
        var commandEnvironment =
                new CommandEnvironment(
                        "",
                        mute,
                        Map.of(),
                        nowhere,
                        nowhere,
                        InstantSource.system(),
                        () -> ZoneOffset.UTC);
        return Cli.of(commandEnvironment).whole();
    }
}
