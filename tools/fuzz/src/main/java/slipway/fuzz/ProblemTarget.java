package slipway.fuzz;

import java.util.List;
import slipway.base.Problem;
import slipway.surface.api.ProblemBody;

/** The body of a problem, as the client reads it from a server or from a proxy. */
record ProblemTarget() implements Target {

    @Override
    public String name() {
        return "problems";
    }

    @Override
    public List<String> seeds() {
        return List.of(ProblemBody.CODEC.example().toString());
    }

    @Override
    public List<String> dictionary() {
        return List.of(
                "\"code\":\"\"",
                "\"status\":599",
                "\"text\":\" \"",
                "\"member\":\"\"",
                "null",
                "\\n",
                "{}",
                "[]");
    }

    @Override
    public boolean accepts(byte[] input) {
        try {
            Problem problem = ProblemBody.CODEC.readAnswer(input).problem();
            isComplete(problem);
            return true;
        } catch (Problem refused) {
            return isComplete(refused);
        }
    }

    /** Whether every part of a problem arrives at the client. */
    static boolean isComplete(Problem problem) {
        byte[] written = ProblemBody.CODEC.write(ProblemBody.of(problem, "req-1"));
        Problem back = ProblemBody.CODEC.readAnswer(written).problem();
        if (back.kind() != problem.kind() || !back.code().name().equals(problem.code().name())) {
            throw new AssertionError(problem + " came back as " + back);
        }
        return false;
    }
}
