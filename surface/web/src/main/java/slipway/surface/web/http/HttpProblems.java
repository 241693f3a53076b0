package slipway.surface.web.http;

import java.util.Set;
import java.util.stream.Collectors;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.api.HttpMethod;

/** What the door says to those it does not let through. */
final class HttpProblems {

    static final ProblemCode NOT_SIGNED_IN =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "not-signed-in",
                    401,
                    "The request carries no token, or not a valid one.");
    static final ProblemCode NO_ROUTE =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND, "no-such-route", "Nothing is offered at this path.");
    static final ProblemCode OLD_PATH =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-version",
                    "The path names a version of the API that this server does not have.");
    static final ProblemCode WRONG_METHOD =
            new ProblemCode(
                    ProblemKind.INVALID,
                    "wrong-method",
                    405,
                    "The path is offered, but not for this method.");
    static final ProblemCode ODD_PATH =
            new ProblemCode(
                    ProblemKind.INVALID,
                    "odd-path",
                    400,
                    "The path has parts that could mean two things; it is not guessed which.");
    static final ProblemCode WRONG_HOST =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "wrong-host",
                    403,
                    "The request was meant for a host that this server is not.");
    static final ProblemCode FOREIGN_ORIGIN =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "foreign-origin",
                    403,
                    "The request was sent by a page of another site.");
    static final ProblemCode NO_CSRF =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "csrf-missing",
                    403,
                    "A change within a browser session does not carry the session's own mark.");
    static final ProblemCode BODY_TOO_LARGE =
            new ProblemCode(
                    ProblemKind.INVALID,
                    "body-too-large",
                    413,
                    "The body is longer than is taken.");
    static final ProblemCode BODY_LATE =
            new ProblemCode(
                    ProblemKind.INVALID, "body-late", 400, "The body did not come in time.");
    static final ProblemCode NOT_JSON_TYPE =
            new ProblemCode(
                    ProblemKind.INVALID,
                    "wrong-content-type",
                    415,
                    "The body is of a type that this route does not take.");
    static final ProblemCode BUSY =
            new ProblemCode(
                    ProblemKind.OUTSIDE,
                    "server-busy",
                    503,
                    "More requests are under way than the server takes at once.");
    static final ProblemCode BAD_REQUEST =
            new ProblemCode(
                    ProblemKind.INVALID,
                    "bad-request",
                    400,
                    "The request could not be understood.");
    static final ProblemCode HEADERS_TOO_LARGE =
            new ProblemCode(
                    ProblemKind.INVALID,
                    "headers-too-large",
                    431,
                    "The headers are longer than is taken.");
    static final ProblemCode BUG =
            ProblemCode.of(
                    ProblemKind.BUG,
                    "server-bug",
                    "The server made a mistake; its log says where.");

    private HttpProblems() {}

    static Problem notSignedIn() {
        return new Problem(
                NOT_SIGNED_IN,
                "The request was not let in.",
                "It carries no token.",
                "Send 'Authorization: Bearer TOKEN'."
                        + " On the server's own machine the command line is signed in already.");
    }

    static Problem twoTokens() {
        return new Problem(
                BAD_REQUEST,
                "The request was not let in.",
                "It shows more than one token, and it is not guessed whose it is.",
                "Send one Authorization header.");
    }

    static Problem localTokenFromRemote() {
        return new Problem(
                NOT_SIGNED_IN,
                "The request was not let in.",
                "It comes from another machine, and the local token is taken on the server's own machine only.",
                "Use a token of your own: slipway token new");
    }

    static Problem noRoute(String path) {
        if (path.startsWith("/api/") && !path.startsWith("/api/v1/")) {
            return new Problem(
                    OLD_PATH,
                    "There is nothing at " + path + ".",
                    "This server's API is version 1, below /api/v1.",
                    "See /openapi.json for what is offered.");
        }
        return new Problem(
                NO_ROUTE,
                "There is nothing at " + path + ".",
                "No page and no route of this server has this path.",
                "Look for it with Ctrl K on any page; what programs may ask for is in /openapi.json.");
    }

    static Problem wrongMethod(String method, String path, Set<HttpMethod> offered) {
        return new Problem(
                WRONG_METHOD,
                method + " is not offered at " + path + ".",
                "It takes "
                        + offered.stream()
                                .map(HttpMethod::name)
                                .sorted()
                                .collect(Collectors.joining(", "))
                        + ".",
                "See /openapi.json for what is offered.");
    }

    static Problem ambiguousPath() {
        return new Problem(
                ODD_PATH,
                "The path was not followed.",
                "It has empty parts, dots, or characters that could be read in two ways.",
                "Send the path as /openapi.json has it, with names of letters, digits and hyphens.");
    }

    static Problem tooLarge(int most) {
        return new Problem(
                BODY_TOO_LARGE,
                "The body was not taken.",
                "It is longer than " + most + " bytes.",
                "Send less at once.");
    }

    static Problem bodyTimedOut() {
        return new Problem(
                BODY_LATE,
                "The body was not taken.",
                "It did not come in time, or broke off.",
                "Send it again.");
    }

    static Problem notJson(String type) {
        return new Problem(
                NOT_JSON_TYPE,
                "The body was not taken.",
                type.isEmpty() ? "Its type is not said." : "Its type is '" + type + "'.",
                "Send JSON with the header Content-Type: application/json");
    }

    static Problem busy() {
        return new Problem(
                BUSY,
                "The request was not taken.",
                "The server has as many under way as it takes at once.",
                "Send it again in a moment.");
    }

    static Problem requestTimedOut() {
        return new Problem(
                BUSY,
                "The request was broken off.",
                "It took longer than a request may, or the server is stopping.",
                "Look whether it was done before you send it again; with an Idempotency-Key it is done once.");
    }

    static Problem bug() {
        return new Problem(
                BUG,
                "The request failed.",
                "The server made a mistake.",
                "Report it with the request's id; the server's log says more under it.");
    }
}
