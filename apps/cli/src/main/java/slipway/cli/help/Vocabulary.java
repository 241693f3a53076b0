package slipway.cli.help;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The words that can be typed, by what was typed before them.
 *
 * @param places the root first
 */
record Vocabulary(List<Place> places) {

    /**
     * What can follow.
     *
     * @param path the commands that lead here, each with a space before it: {@code " team add"}; empty for the root
     */
    record Place(String path, List<Word> commands, List<Choice> options, boolean takesWords) {}

    /** A command and what it does. */
    record Word(String text, String about) {}

    /**
     * An option.
     *
     * @param value what follows it: nothing, a file, or anything else
     */
    record Choice(List<String> names, String about, Value value) {}

    /** What follows an option. */
    enum Value {
        NONE,
        FILE,
        OTHER
    }

    static Vocabulary of(CommandLine root) {
        var places = new ArrayList<Place>();
        add(places, "", root);
        return new Vocabulary(List.copyOf(places));
    }

    private static void add(List<Place> places, String path, CommandLine line) {
        List<CommandLine> below =
                line.getSubcommands().values().stream()
                        .filter(it -> !it.getCommandSpec().usageMessage().hidden())
                        .toList();
        places.add(
                new Place(
                        path,
                        below.stream().map(it -> new Word(it.getCommandName(), about(it))).toList(),
                        line.getCommandSpec().options().stream()
                                .filter(option -> !option.hidden())
                                .map(Vocabulary::choice)
                                .toList(),
                        !line.getCommandSpec().positionalParameters().isEmpty()));
        below.forEach(it -> add(places, path + " " + it.getCommandName(), it));
    }

    private static String about(CommandLine line) {
        return first(line.getCommandSpec().usageMessage().description());
    }

    private static Choice choice(OptionSpec option) {
        Value value =
                option.arity().max() == 0
                        ? Value.NONE
                        : option.paramLabel().matches("FILE|DIR") ? Value.FILE : Value.OTHER;
        return new Choice(List.of(option.names()), first(option.description()), value);
    }

    private static String first(String... lines) {
        return lines.length == 0 ? "" : lines[0];
    }
}
