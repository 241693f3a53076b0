package slipway.cli.help;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.Tone;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway help}. */
@Command(
        name = "help",
        description = "Show a help topic, or the help of a command.",
        footer = {
            "",
            "Examples",
            "  slipway help                    the list of topics",
            "  slipway help getting-started    a topic",
            "  slipway help context add        the help of a command"
        })
public final class HelpCommand implements Runnable {

    private static final ProblemCode NO_SUCH_TOPIC =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND, "no-such-topic", "There is no help topic of this name.");

    private final CommandEnvironment commandEnvironment;
    private final Supplier<CommandLine> root;

    @Parameters(
            arity = "0..*",
            paramLabel = "TOPIC",
            description = "A topic, or a command with its subcommand.")
    private List<String> arguments = new ArrayList<>();

    /**
     * @param root the root with every command
     */
    public HelpCommand(CommandEnvironment commandEnvironment, Supplier<CommandLine> root) {
        this.commandEnvironment = commandEnvironment;
        this.root = root;
    }

    @Override
    public void run() {
        if (arguments.isEmpty()) {
            showIndex();
            return;
        }
        Optional<String> page =
                arguments.size() == 1 ? Topics.page(arguments.getFirst()) : Optional.empty();
        page.ifPresentOrElse(this::show, this::showCommand);
    }

    private void showIndex() {
        Terminal terminal = commandEnvironment.terminal();
        terminal.say("Help topics: slipway help TOPIC");
        FactList factList = FactList.of();
        Topics.index().forEach(factList::with);
        terminal.show(factList);
        terminal.say("All commands: slipway --help. Help of a command: slipway COMMAND --help");
    }

    private void show(String page) {
        Terminal terminal = commandEnvironment.terminal();
        page.lines()
                .forEach(
                        line ->
                                terminal.say(
                                        line.startsWith("#")
                                                ? terminal.toned(
                                                        Tone.STRONG, line.replaceFirst("^#+ ", ""))
                                                : line));
    }

    private void showCommand() {
        CommandLine line = root.get();
        for (String argument : arguments) {
            CommandLine next = line.getSubcommands().get(argument);
            if (next == null) {
                throw noSuchTopic();
            }
            line = next;
        }
        commandEnvironment
                .terminal()
                .say(line.getUsageMessage(line.getColorScheme()).stripTrailing());
    }

    private Problem noSuchTopic() {
        String requested = String.join(" ", arguments);
        var known = new ArrayList<>(Topics.all().keySet());
        known.addAll(root.get().getSubcommands().keySet());
        return new Problem(
                NO_SUCH_TOPIC,
                "There is no topic and no command " + UntrustedText.quoted(requested) + ".",
                ("Topics are " + String.join(", ", Topics.index().keySet()) + ".")
                        + SpellingSuggestion.didYouMean(requested, known),
                "List the topics: slipway help");
    }
}
