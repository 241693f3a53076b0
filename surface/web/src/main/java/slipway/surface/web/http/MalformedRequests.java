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

/** What is answered to bytes that are no proper request, before anything of ours has seen them. */
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
        headers.put(HttpExchange.NOTHING_ELSE);
    }

    private static byte[] body(int status) {
        return ProblemBody.CODEC.write(ProblemBody.of(problem(status), ""));
    }

    /** What the other side sent is not repeated: it may be anything. */
    static Problem problem(int status) {
        return switch (status) {
            case 414, 431 ->
                    new Problem(
                            as(HttpProblems.HEADERS_TOO_LARGE, status),
                            "The request was not taken.",
                            "Its address or its headers are longer than 16 KiB.",
                            "Send less in them.");
            case 500 -> HttpProblems.bug();
            default ->
                    new Problem(
                            as(HttpProblems.BAD_REQUEST, status),
                            "The request was not taken.",
                            "It is not a request as HTTP has it, or its path can be read in two ways.",
                            "Send it as /openapi.json has it.");
        };
    }

    /** The same code under the status that is answered. */
    private static ProblemCode as(ProblemCode problemCode, int status) {
        return new ProblemCode(
                problemCode.kind(), problemCode.name(), status, problemCode.meaning());
    }
}
