package slipway.cli.help;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The commands and options that completion offers, by command path.
 *
 * @param nodes the root first
 */
record CommandTree(List<Node> nodes) {

    /**
     * A command.
     *
     * @param path its names, each with a space before it: {@code " team add"}; empty for the root
     */
    record Node(
            String path, List<Subcommand> commands, List<Option> options, boolean takesArguments) {}

    record Subcommand(String text, String description) {}

    /**
     * An option.
     *
     * @param value the kind of its value
     */
    record Option(List<String> names, String description, ValueKind value) {}

    enum ValueKind {
        NONE,
        FILE,
        OTHER
    }

    static CommandTree of(CommandLine root) {
        var nodes = new ArrayList<Node>();
        add(nodes, "", root);
        return new CommandTree(List.copyOf(nodes));
    }

    private static void add(List<Node> nodes, String path, CommandLine line) {
        List<CommandLine> subcommands =
                line.getSubcommands().values().stream()
                        .filter(it -> !it.getCommandSpec().usageMessage().hidden())
                        .toList();
        nodes.add(
                new Node(
                        path,
                        subcommands.stream()
                                .map(it -> new Subcommand(it.getCommandName(), description(it)))
                                .toList(),
                        line.getCommandSpec().options().stream()
                                .filter(option -> !option.hidden())
                                .map(CommandTree::option)
                                .toList(),
                        !line.getCommandSpec().positionalParameters().isEmpty()));
        subcommands.forEach(it -> add(nodes, path + " " + it.getCommandName(), it));
    }

    private static String description(CommandLine line) {
        return first(line.getCommandSpec().usageMessage().description());
    }

    private static Option option(OptionSpec option) {
        ValueKind value =
                option.arity().max() == 0
                        ? ValueKind.NONE
                        : option.paramLabel().matches("FILE|DIR")
                                ? ValueKind.FILE
                                : ValueKind.OTHER;
        return new Option(List.of(option.names()), first(option.description()), value);
    }

    private static String first(String... lines) {
        return lines.length == 0 ? "" : lines[0];
    }
}
