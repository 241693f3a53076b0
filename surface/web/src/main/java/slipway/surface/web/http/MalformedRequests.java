package slipway.surface.web.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.surface.api.ApiConventions;
import slipway.surface.api.ProblemBody;

/** Answers malformed requests, which Jetty refuses before the request pipeline. */
final class MalformedRequests extends ErrorHandler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus() < 400 ? 500 : response.getStatus();
        byte[] body = body(status);
        response.setStatus(status);
        headers(response.getHeaders());
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    private static void headers(HttpFields.Mutable headers) {
        headers.put(HttpHeader.CONTENT_TYPE, ApiConventions.PROBLEM);
        HttpExchange.SECURITY.forEach(headers::put);
        headers.put(HttpExchange.CSP_NONE);
    }

    private static byte[] body(int status) {
        return ProblemBody.CODEC.write(ProblemBody.of(problem(status), ""));
    }

    /** The request is not repeated in the problem, because it is untrusted. */
    static Problem problem(int status) {
        return switch (status) {
            case 414, 431 ->
                    new Problem(
                            withStatus(HttpProblems.HEADERS_TOO_LARGE, status),
                            "The request was refused.",
                            "Its URL or its headers are longer than 16 KiB.",
                            "Shorten them.");
            case 500 -> HttpProblems.bug();
            default ->
                    new Problem(
                            withStatus(HttpProblems.BAD_REQUEST, status),
                            "The request was refused.",
                            "It is not valid HTTP, or its path is ambiguous.",
                            "Use a path of /openapi.json.");
        };
    }

    /** The same code with another status. */
    private static ProblemCode withStatus(ProblemCode problemCode, int status) {
        return new ProblemCode(
                problemCode.kind(), problemCode.name(), status, problemCode.meaning());
    }
}
