package slipway.surface.web.page;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Problem;
import slipway.base.ProblemKind;

/**
 * A problem as a page shows it.
 *
 * @param word what sort of problem it is
 * @param notFound whether nobody is to blame: it just is not there
 * @param command what to type next, where the advice ends with one
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

    /** Advice ends with what to type: "List your teams: slipway team list". */
    private static final Pattern COMMAND =
            Pattern.compile("^(.*?):? +(\\./)?(slipway [a-z].*?)\\.?$");

    static ProblemPage of(Problem problem, String request) {
        Matcher advice = COMMAND.matcher(problem.next());
        boolean types = advice.matches();
        return new ProblemPage(
                word(problem.kind()),
                problem.kind() == ProblemKind.NOT_FOUND,
                problem.what(),
                problem.why(),
                types ? advice.group(1) + ":" : problem.next(),
                types ? Optional.of(advice.group(3)) : Optional.empty(),
                problem.code().name(),
                request);
    }

    private static String word(ProblemKind problemKind) {
        return switch (problemKind) {
            case INVALID -> "Not understood";
            case DENIED -> "Refused";
            case NOT_FOUND -> "Not found";
            case CONFLICT -> "In the way";
            case NO_CAPACITY -> "No room";
            case OUTSIDE -> "Not reachable";
            case BUG -> "Our mistake";
        };
    }
}
