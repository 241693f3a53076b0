package slipway.surface.web.http;

import java.util.Set;
import java.util.stream.Collectors;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.api.HttpMethod;

/** The problems of the request pipeline. */
final class HttpProblems {

    static final ProblemCode NOT_SIGNED_IN =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "not-signed-in",
                    401,
                    "The request carries no token, or not a valid one.");
    static final ProblemCode NO_ROUTE =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND, "no-such-route", "No page or route has this path.");
    static final ProblemCode OLD_PATH =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-version",
                    "The path names an API version that this server does not support.");
    static final ProblemCode WRONG_METHOD =
            new ProblemCode(
                    ProblemKind.INVALID,
                    "wrong-method",
                    405,
                    "The path does not support this method.");
    static final ProblemCode ODD_PATH =
            new ProblemCode(ProblemKind.INVALID, "odd-path", 400, "The path is ambiguous.");
    static final ProblemCode WRONG_HOST =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "wrong-host",
                    403,
                    "The host of the request is not a name of this server.");
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
                    "A change within a browser session has no valid CSRF token.");
    static final ProblemCode BODY_TOO_LARGE =
            new ProblemCode(
                    ProblemKind.INVALID, "body-too-large", 413, "The request body is too long.");
    static final ProblemCode BODY_LATE =
            new ProblemCode(
                    ProblemKind.INVALID,
                    "body-late",
                    400,
                    "The request body did not arrive in time.");
    static final ProblemCode NOT_JSON_TYPE =
            new ProblemCode(
                    ProblemKind.INVALID,
                    "wrong-content-type",
                    415,
                    "The route does not accept this content type.");
    static final ProblemCode BUSY =
            new ProblemCode(
                    ProblemKind.OUTSIDE,
                    "server-busy",
                    503,
                    "The server processes its maximum number of requests.");
    static final ProblemCode BAD_REQUEST =
            new ProblemCode(ProblemKind.INVALID, "bad-request", 400, "The request is malformed.");
    static final ProblemCode HEADERS_TOO_LARGE =
            new ProblemCode(
                    ProblemKind.INVALID,
                    "headers-too-large",
                    431,
                    "The request headers are too long.");
    static final ProblemCode BUG =
            ProblemCode.of(
                    ProblemKind.BUG,
                    "server-bug",
                    "An internal error; the server's log has details.");

    private HttpProblems() {}

    static Problem notSignedIn() {
        return new Problem(
                NOT_SIGNED_IN,
                "The request was refused.",
                "It has no access token.",
                "Send 'Authorization: Bearer TOKEN'."
                        + " On the server's own machine the command line needs no sign-in.");
    }

    static Problem twoTokens() {
        return new Problem(
                BAD_REQUEST,
                "The request was refused.",
                "It has more than one Authorization header.",
                "Send one Authorization header.");
    }

    static Problem localTokenFromRemote() {
        return new Problem(
                NOT_SIGNED_IN,
                "The request was refused.",
                "It comes from another machine, and the local token is valid on the server's machine only.",
                "Use your own token: slipway token new");
    }

    static Problem noRoute(String path) {
        if (path.startsWith("/api/") && !path.startsWith("/api/v1/")) {
            return new Problem(
                    OLD_PATH,
                    "There is nothing at " + path + ".",
                    "This server's API is version 1, below /api/v1.",
                    "See /openapi.json for the routes.");
        }
        return new Problem(
                NO_ROUTE,
                "There is nothing at " + path + ".",
                "No page or route of this server has this path.",
                "Search with Ctrl K on any page. The routes for programs are in /openapi.json.");
    }

    static Problem wrongMethod(String method, String path, Set<HttpMethod> supported) {
        return new Problem(
                WRONG_METHOD,
                method + " is not supported at " + path + ".",
                "Supported: "
                        + supported.stream()
                                .map(HttpMethod::name)
                                .sorted()
                                .collect(Collectors.joining(", "))
                        + ".",
                "See /openapi.json for the routes.");
    }

    static Problem ambiguousPath() {
        return new Problem(
                ODD_PATH,
                "The path was refused.",
                "It is ambiguous: it has empty parts, dots or encoded characters.",
                "Use a path of /openapi.json, with names of letters, digits and hyphens.");
    }

    static Problem tooLarge(int limit) {
        return new Problem(
                BODY_TOO_LARGE,
                "The request body was refused.",
                "It is longer than " + limit + " bytes.",
                "Send less data in one request.");
    }

    static Problem bodyTimedOut() {
        return new Problem(
                BODY_LATE,
                "The request body was refused.",
                "It did not arrive completely in time.",
                "Repeat the request.");
    }

    static Problem notJson(String type) {
        return new Problem(
                NOT_JSON_TYPE,
                "The request body was refused.",
                type.isEmpty() ? "It has no content type." : "Its content type is '" + type + "'.",
                "Send JSON with the header Content-Type: application/json");
    }

    static Problem busy() {
        return new Problem(
                BUSY,
                "The request was refused.",
                "The server already processes its maximum number of requests.",
                "Repeat it in a moment.");
    }

    static Problem requestTimedOut() {
        return new Problem(
                BUSY,
                "The request was aborted.",
                "It took too long, or the server is stopping.",
                "Check whether it was executed before you repeat it. With an Idempotency-Key it is executed once.");
    }

    static Problem bug() {
        return new Problem(
                BUG,
                "The request failed.",
                "The server has an internal error.",
                "Report it with the request id, under which the server's log has details.");
    }
}
