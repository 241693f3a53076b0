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

/** {@code slipway help}: a page about a topic, or the help of a command. */
@Command(
        name = "help",
        description = "A page about a topic, or the help of a command.",
        footer = {
            "",
            "Examples",
            "  slipway help                    lists the topics",
            "  slipway help getting-started    a page",
            "  slipway help context add        the help of a command"
        })
public final class HelpCommand implements Runnable {

    private static final ProblemCode NO_SUCH_TOPIC =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-topic",
                    "There is no page of help of that name.");

    private final CommandEnvironment commandEnvironment;
    private final Supplier<CommandLine> whole;

    @Parameters(
            arity = "0..*",
            paramLabel = "TOPIC",
            description = "A topic, or the words of a command.")
    private List<String> words = new ArrayList<>();

    /**
     * @param whole the root with every command
     */
    public HelpCommand(CommandEnvironment commandEnvironment, Supplier<CommandLine> whole) {
        this.commandEnvironment = commandEnvironment;
        this.whole = whole;
    }

    @Override
    public void run() {
        if (words.isEmpty()) {
            index();
            return;
        }
        Optional<String> page =
                words.size() == 1 ? Topics.page(words.getFirst()) : Optional.empty();
        page.ifPresentOrElse(this::show, this::showCommand);
    }

    private void index() {
        Terminal terminal = commandEnvironment.terminal();
        terminal.say("Topics, each with a page: slipway help TOPIC");
        FactList factList = FactList.of();
        Topics.index().forEach(factList::with);
        terminal.show(factList);
        terminal.say("Every command: slipway --help. One command: slipway COMMAND --help");
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
        CommandLine line = whole.get();
        for (String word : words) {
            CommandLine next = line.getSubcommands().get(word);
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
        String asked = String.join(" ", words);
        var known = new ArrayList<>(Topics.all().keySet());
        known.addAll(whole.get().getSubcommands().keySet());
        return new Problem(
                NO_SUCH_TOPIC,
                "There is no page and no command " + UntrustedText.quoted(asked) + ".",
                ("Topics are " + String.join(", ", Topics.index().keySet()) + ".")
                        + SpellingSuggestion.didYouMean(asked, known),
                "List them: slipway help");
    }
}
