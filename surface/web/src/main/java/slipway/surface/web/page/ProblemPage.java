package slipway.surface.web.page;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Problem;
import slipway.base.ProblemKind;

/**
 * A problem as shown on a page.
 *
 * @param word the kind of problem
 * @param notFound whether the object does not exist, which is no error
 * @param command the command at the end of the advice, if any
 */
public record ProblemPage(
        String word,
        boolean notFound,
        String what,
        String why,
        String next,
        Optional<String> command,
        String code,
        String request) {

    /** Advice that ends with a command: "List your teams: slipway team list". */
    private static final Pattern COMMAND =
            Pattern.compile("^(.*?):? +(\\./)?(slipway [a-z].*?)\\.?$");

    static ProblemPage of(Problem problem, String request) {
        Matcher advice = COMMAND.matcher(problem.next());
        boolean hasCommand = advice.matches();
        return new ProblemPage(
                word(problem.kind()),
                problem.kind() == ProblemKind.NOT_FOUND,
                problem.what(),
                problem.why(),
                hasCommand ? advice.group(1) + ":" : problem.next(),
                hasCommand ? Optional.of(advice.group(3)) : Optional.empty(),
                problem.code().name(),
                request);
    }

    private static String word(ProblemKind problemKind) {
        return switch (problemKind) {
            case INVALID -> "Invalid";
            case DENIED -> "Refused";
            case NOT_FOUND -> "Not found";
            case CONFLICT -> "Conflict";
            case NO_CAPACITY -> "No capacity";
            case RATE -> "Too many requests";
            case OUTSIDE -> "Unavailable";
            case BUG -> "Internal error";
        };
    }
}
