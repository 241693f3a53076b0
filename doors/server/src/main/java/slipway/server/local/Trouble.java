package slipway.server.local;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Mistake;
import slipway.base.Problem;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How trouble ends a command: three sentences on the error output, or the same as JSON, and the exit code. */
final class Trouble implements IExecutionExceptionHandler, IParameterExceptionHandler {

    private static final Code BUG =
            Code.of(Kind.BUG, "bug", "Slipway itself made a mistake; the trace says where.");

    @Override
    public int handleParseException(ParameterException wrong, String[] words) {
        return end(Usage.problem(wrong), wrong.getCommandLine().getErr(), false);
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine line, ParseResult parsed) {
        PrintWriter err = line.getErr();
        if (thrown instanceof Problem problem) {
            return end(problem, err, parsed.expandedArgs().contains("--json"));
        }
        int code = end(bug(thrown), err, false);
        thrown.printStackTrace(err);
        return code;
    }

    private static int end(Problem problem, PrintWriter err, boolean json) {
        err.println(json ? json(problem).toPrettyString() : said(problem));
        err.flush();
        return problem.kind().exitCode();
    }

    static String said(Problem problem) {
        return problem.what() + "\n" + problem.why() + "\n" + problem.next();
    }

    static ObjectNode json(Problem problem) {
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

    static ObjectNode json(Mistake mistake) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("source", mistake.place().source());
        if (mistake.place().hasLine()) {
            json.put("line", mistake.place().line()).put("column", mistake.place().column());
        }
        return json.put("key", mistake.key()).put("text", mistake.text());
    }

    private static Problem bug(Exception thrown) {
        return new Problem(
                BUG,
                "Slipway made a mistake: " + thrown + ".",
                "This should not happen, whatever you typed.",
                "Report it with the lines below.");
    }
}
