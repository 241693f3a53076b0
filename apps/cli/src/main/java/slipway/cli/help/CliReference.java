package slipway.cli.help;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Generates the reference page of the command line from the commands. */
public final class CliReference {

    private static final Set<String> REMOTE_FLAGS = Set.of("--context", "--json", "--curl");

    private final Set<String> settings;

    /**
     * @param settings the flags that the configuration page describes
     */
    private CliReference(Set<String> settings) {
        this.settings = settings;
    }

    /**
     * @param root with every command
     * @param settings the flags that the configuration page describes
     */
    public static String page(CommandLine root, Set<String> settings) {
        List<CommandLine> leaves = leaves(root).toList();
        var reference = new CliReference(settings);
        return """
                # Command line

                This page lists every command; `slipway COMMAND --help` shows the same text. Commands that call a
                server also take `--context NAME` (use this server instead of the current one), `--json` (print
                the whole answer of the [API](api.md)) and `--curl` (print the HTTP call instead of making it).
                Answers go to standard output, everything else to standard error. Exit codes: 0 done, 1 the
                workload failed, 2 wrong input, 3 not found, 4 conflict, 5 no capacity, 6 a failure outside
                Slipway, 7 denied, 70 a bug in Slipway. Problem codes are listed in [problems.md](problems.md).

                | Command | Description |
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
        // A group with flags of its server calls is a command too: slipway audit.
        boolean callable = line.getSubcommands().isEmpty() || takes(line, REMOTE_FLAGS);
        Stream<CommandLine> itself = callable ? Stream.of(line) : Stream.empty();
        return Stream.concat(
                itself, line.getSubcommands().values().stream().flatMap(CliReference::leaves));
    }

    private static String name(CommandLine line) {
        return line.getCommandSpec().qualifiedName();
    }

    private static String row(CommandLine line) {
        return "| [`%s`](#%s) | %s |\n"
                .formatted(name(line), name(line).replace(' ', '-'), description(line));
    }

    private static String description(CommandLine line) {
        return cell(String.join(" ", line.getCommandSpec().usageMessage().description()));
    }

    private String section(CommandLine line) {
        var text = new StringBuilder("\n## " + name(line) + "\n\n" + description(line) + "\n");
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
        Stream<String> arguments =
                line.getCommandSpec().positionalParameters().stream().map(CliReference::argument);
        Stream<String> options =
                line.getCommandSpec().options().stream()
                        .filter(option -> !isDescribedElsewhere(line, option))
                        .map(CliReference::option);
        String rows = Stream.concat(arguments, options).collect(Collectors.joining());
        if (!rows.isEmpty()) {
            text.append("\n| Argument or option | Description |\n|---|---|\n").append(rows);
        }
    }

    private boolean isDescribedElsewhere(CommandLine line, OptionSpec option) {
        return option.hidden()
                || option.usageHelp()
                || isOf(settings, line, option)
                || isOf(REMOTE_FLAGS, line, option);
    }

    private static boolean isOf(Set<String> options, CommandLine line, OptionSpec option) {
        return takes(line, options) && options.contains(option.longestName());
    }

    private void notes(StringBuilder text, CommandLine line) {
        if (takes(line, REMOTE_FLAGS)) {
            text.append("\nCalls a server: also takes `--context`, `--json` and `--curl`.\n");
        }
        if (takes(line, settings)) {
            text.append("\nAlso takes every flag of the [configuration](configuration.md).\n");
        }
    }

    private static boolean takes(CommandLine line, Set<String> options) {
        return options.stream().allMatch(line.getCommandSpec().optionsMap()::containsKey);
    }

    private static String argument(PositionalParamSpec argument) {
        return "| `%s` | %s |\n".formatted(argument.paramLabel(), description(argument));
    }

    private static String option(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        // In a group of mutually exclusive options picocli reports each option as required.
        boolean isRequired = option.required() && option.group() == null;
        String required = isRequired ? " Required." : "";
        return "| `%s%s` | %s%s |\n"
                .formatted(
                        String.join("`, `", option.names()), value, description(option), required);
    }

    private static String description(ArgSpec spec) {
        return cell(String.join(" ", spec.description()));
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    private static String topics() {
        return "\n## Help topics\n\n| Topic | Content |\n|---|---|\n"
                + Topics.all().entrySet().stream()
                        .map(
                                it ->
                                        "| `slipway help %s` | %s |\n"
                                                .formatted(it.getKey(), it.getValue()))
                        .collect(Collectors.joining());
    }
}
