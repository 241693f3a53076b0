package slipway.cli.help;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The page about the command line, written from the commands themselves. */
public final class CliReference {

    private static final Set<String> REMOTE = Set.of("--context", "--json", "--curl");

    private final Set<String> settings;

    /**
     * @param settings the flags that stand on the page about the configuration
     */
    private CliReference(Set<String> settings) {
        this.settings = settings;
    }

    /**
     * @param root with every command
     * @param settings the flags that stand on the page about the configuration
     */
    public static String page(CommandLine root, Set<String> settings) {
        List<CommandLine> leaves = leaves(root).toList();
        var reference = new CliReference(settings);
        return """
                # Command line

                Every command, as it describes itself; `slipway COMMAND --help` shows the same. Commands that ask
                a server also take `--context NAME` (ask this server instead of the current one), `--json` (the
                whole answer, as the [API](api.md) gives it) and `--curl` (print the HTTP call instead of making
                it). Answers go to the output, everything else to the error output. A command ends with 0 done,
                1 the workload failed, 2 wrong input, 3 not found, 4 conflict, 5 no capacity, 6 something outside
                failed, 7 denied, 70 a bug of ours; the codes of problems are in [problems.md](problems.md).

                | Command | What it does |
                |---|---|
                """
                + leaves.stream().map(CliReference::row).collect(Collectors.joining())
                + leaves.stream().map(reference::section).collect(Collectors.joining())
                + topics();
    }

    private static Stream<CommandLine> leaves(CommandLine line) {
        if (line.getCommandSpec().usageMessage().hidden()) {
            return Stream.empty();
        }
        // What asks a server does something without a further word, too: slipway audit.
        boolean acts = line.getSubcommands().isEmpty() || takes(line, REMOTE);
        Stream<CommandLine> itself = acts ? Stream.of(line) : Stream.empty();
        return Stream.concat(
                itself, line.getSubcommands().values().stream().flatMap(CliReference::leaves));
    }

    private static String name(CommandLine line) {
        return line.getCommandSpec().qualifiedName();
    }

    private static String row(CommandLine line) {
        return "| [`%s`](#%s) | %s |\n"
                .formatted(name(line), name(line).replace(' ', '-'), about(line));
    }

    private static String about(CommandLine line) {
        return cell(String.join(" ", line.getCommandSpec().usageMessage().description()));
    }

    private String section(CommandLine line) {
        var text = new StringBuilder("\n## " + name(line) + "\n\n" + about(line) + "\n");
        text.append("\n```\n").append(line.getHelp().synopsis(0).strip()).append("\n```\n");
        parameters(text, line);
        notes(text, line);
        List<String> footer =
                Stream.of(line.getCommandSpec().usageMessage().footer())
                        .dropWhile(String::isBlank)
                        .toList();
        if (!footer.isEmpty()) {
            text.append("\n```\n").append(String.join("\n", footer)).append("\n```\n");
        }
        return text.toString();
    }

    private void parameters(StringBuilder text, CommandLine line) {
        Stream<String> words =
                line.getCommandSpec().positionalParameters().stream().map(CliReference::word);
        Stream<String> options =
                line.getCommandSpec().options().stream()
                        .filter(option -> !isElsewhere(line, option))
                        .map(CliReference::option);
        String rows = Stream.concat(words, options).collect(Collectors.joining());
        if (!rows.isEmpty()) {
            text.append("\n| Word or option | What it is |\n|---|---|\n").append(rows);
        }
    }

    private boolean isElsewhere(CommandLine line, OptionSpec option) {
        return option.hidden()
                || option.usageHelp()
                || isOf(settings, line, option)
                || isOf(REMOTE, line, option);
    }

    private static boolean isOf(Set<String> options, CommandLine line, OptionSpec option) {
        return takes(line, options) && options.contains(option.longestName());
    }

    private void notes(StringBuilder text, CommandLine line) {
        if (takes(line, REMOTE)) {
            text.append("\nAsks a server: also takes `--context`, `--json` and `--curl`.\n");
        }
        if (takes(line, settings)) {
            text.append("\nAlso takes every flag of the [configuration](configuration.md).\n");
        }
    }

    private static boolean takes(CommandLine line, Set<String> options) {
        return options.stream().allMatch(line.getCommandSpec().optionsMap()::containsKey);
    }

    private static String word(PositionalParamSpec word) {
        return "| `%s` | %s |\n".formatted(word.paramLabel(), about(word));
    }

    private static String option(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        // Of a group of which at most one is given, picocli calls each required.
        boolean isNeeded = option.required() && option.group() == null;
        String needed = isNeeded ? " Needed." : "";
        return "| `%s%s` | %s%s |\n"
                .formatted(String.join("`, `", option.names()), value, about(option), needed);
    }

    private static String about(ArgSpec spec) {
        return cell(String.join(" ", spec.description()));
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    private static String topics() {
        return "\n## Pages of help\n\n| Page | What it is about |\n|---|---|\n"
                + Topics.all().entrySet().stream()
                        .map(
                                it ->
                                        "| `slipway help %s` | %s |\n"
                                                .formatted(it.getKey(), it.getValue()))
                        .collect(Collectors.joining());
    }
}
