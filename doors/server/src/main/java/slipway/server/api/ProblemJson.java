package slipway.server.api;

import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import slipway.base.Problem;
import tools.jackson.databind.json.JsonMapper;

/** A problem as RFC 9457 has it, with the three sentences as members of their own. */
public final class ProblemJson {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ProblemJson() {}

    public static void answer(Context ctx, Problem problem) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", "about:blank");
        body.put("status", problem.code().status());
        body.put("code", problem.code().name());
        body.put("title", problem.what());
        body.put("detail", problem.why());
        body.put("next", problem.next());
        ctx.status(problem.code().status())
                .result(JSON.writeValueAsString(body))
                .contentType("application/problem+json");
    }
}
