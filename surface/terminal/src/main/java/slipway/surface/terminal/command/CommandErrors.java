package slipway.surface.terminal.command;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.terminal.Terminal;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reports the problem that ends a command: three sentences on the error output, or JSON, and the exit code. */
public final class CommandErrors implements IExecutionExceptionHandler, IParameterExceptionHandler {

    private static final ProblemCode BUG =
            ProblemCode.of(
                    ProblemKind.BUG, "bug", "An internal error; the stack trace shows where.");

    private final Terminal terminal;

    public CommandErrors(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public int handleParseException(ParameterException invalid, String[] arguments) {
        return report(UsageProblems.problem(invalid), List.of(arguments).contains("--json"));
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine line, ParseResult parsed) {
        if (thrown instanceof Problem problem) {
            return report(problem, parsed.expandedArgs().contains("--json"));
        }
        int code = report(bug(thrown), false);
        thrown.printStackTrace(terminal.err());
        return code;
    }

    private int report(Problem problem, boolean json) {
        terminal.note(json ? json(problem).toPrettyString() : text(problem));
        return problem.kind().exitCode();
    }

    private static String text(Problem problem) {
        return problem.what() + "\n" + problem.why() + "\n" + problem.next();
    }

    private static ObjectNode json(Problem problem) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("code", problem.code().name())
                .put("status", problem.code().status())
                .put("exit", problem.kind().exitCode())
                .put("what", problem.what())
                .put("why", problem.why())
                .put("next", problem.next());
        var mistakes = json.putArray("mistakes");
        problem.mistakes().forEach(mistake -> mistakes.add(json(mistake)));
        return json;
    }

    public static ObjectNode json(Mistake mistake) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("source", mistake.location().source());
        if (mistake.location().hasLine()) {
            json.put("line", mistake.location().line()).put("column", mistake.location().column());
        }
        return json.put("key", mistake.key()).put("text", mistake.text());
    }

    private static Problem bug(Exception thrown) {
        return new Problem(
                BUG,
                "Internal error: " + thrown + ".",
                "This is a bug in Slipway.",
                "Report it with the lines below.");
    }
}
