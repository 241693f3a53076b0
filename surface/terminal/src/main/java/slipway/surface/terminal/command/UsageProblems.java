package slipway.surface.terminal.command;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.SpellingSuggestion;

/** Converts invalid command-line arguments to problems. */
public final class UsageProblems {

    private static final ProblemCode UNKNOWN_COMMAND =
            ProblemCode.of(
                    ProblemKind.INVALID, "unknown-command", "There is no command of that name.");
    private static final ProblemCode UNKNOWN_OPTION =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "unknown-option",
                    "The command has no option of that name.");
    public static final ProblemCode WRONG_USAGE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "wrong-usage",
                    "A command has missing, surplus or invalid arguments.");

    private UsageProblems() {}

    static Problem problem(ParameterException invalid) {
        CommandLine line = invalid.getCommandLine();
        return invalid instanceof UnmatchedArgumentException unmatched
                        && !unmatched.getUnmatched().isEmpty()
                ? unmatched(line, unmatched.getUnmatched().getFirst(), unmatched.isUnknownOption())
                : new Problem(
                        WRONG_USAGE,
                        sentence(String.valueOf(invalid.getMessage())),
                        usage(line),
                        help(line));
    }

    /** Reports a missing subcommand. */
    public static void missing(CommandSpec spec) {
        CommandLine line = spec.commandLine();
        throw new Problem(
                WRONG_USAGE,
                spec.qualifiedName() + " needs a command.",
                "Commands: " + commands(line) + ".",
                help(line));
    }

    private static Problem unmatched(CommandLine line, String word, boolean option) {
        return option ? unknownOption(line, word) : unknownArgument(line, word);
    }

    private static Problem unknownOption(CommandLine line, String word) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        List<String> known =
                line.getCommandSpec().options().stream()
                        .filter(option -> !option.hidden())
                        .map(option -> option.longestName())
                        .toList();
        String meant = SpellingSuggestion.didYouMean(name, known).strip();
        return new Problem(
                UNKNOWN_OPTION,
                line.getCommandSpec().qualifiedName() + " has no option " + name + ".",
                meant.isEmpty() ? "Options: " + String.join(", ", known) + "." : meant,
                passesArgumentsOn(line)
                        ? "To pass it to the program, write it after --: -- " + word
                        : help(line));
    }

    /** Whether arguments after {@code --} are passed to another program. */
    private static boolean passesArgumentsOn(CommandLine line) {
        return line.getCommandSpec().positionalParameters().stream()
                .anyMatch(it -> it.paramLabel().equals("ARGUMENT"));
    }

    private static Problem unknownArgument(CommandLine line, String word) {
        String command = line.getCommandSpec().qualifiedName();
        if (line.getSubcommands().isEmpty()) {
            return new Problem(
                    WRONG_USAGE,
                    command + " has no argument '" + word + "'.",
                    usage(line),
                    help(line));
        }
        String meant = SpellingSuggestion.didYouMean(word, line.getSubcommands().keySet()).strip();
        return new Problem(
                UNKNOWN_COMMAND,
                "There is no command '" + command + " " + word + "'.",
                meant.isEmpty() ? "Commands: " + commands(line) + "." : meant,
                help(line));
    }

    private static String commands(CommandLine line) {
        return String.join(
                ", ",
                line.getSubcommands().entrySet().stream()
                        .filter(
                                command ->
                                        !command.getValue()
                                                .getCommandSpec()
                                                .usageMessage()
                                                .hidden())
                        .map(command -> command.getKey())
                        .toList());
    }

    private static String usage(CommandLine line) {
        return "Usage: " + line.getHelp().synopsis(0).strip();
    }

    private static String help(CommandLine line) {
        return "See: " + line.getCommandSpec().qualifiedName() + " --help";
    }

    private static String sentence(String text) {
        String capitalized = text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
        return capitalized.endsWith(".") ? capitalized : capitalized + ".";
    }
}
