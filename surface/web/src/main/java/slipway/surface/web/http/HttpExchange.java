package slipway.surface.web.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import slipway.base.Problem;
import slipway.base.text.UntrustedText;
import slipway.identity.Principal;
import slipway.surface.api.ApiConventions;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.ProblemBody;
import slipway.surface.api.Route;

/** A request and its response. */
final class HttpExchange {

    static final List<HttpField> SECURITY =
            List.of(
                    new PreEncodedHttpField("X-Content-Type-Options", "nosniff"),
                    new PreEncodedHttpField("Referrer-Policy", "no-referrer"),
                    new PreEncodedHttpField("X-Frame-Options", "DENY"),
                    new PreEncodedHttpField("Cross-Origin-Opener-Policy", "same-origin"),
                    new PreEncodedHttpField("Cross-Origin-Resource-Policy", "same-origin"),
                    new PreEncodedHttpField("Cache-Control", "no-store"));
    private static final HttpField STRICT_TLS =
            new PreEncodedHttpField("Strict-Transport-Security", "max-age=31536000");
    static final HttpField CSP_NONE =
            new PreEncodedHttpField(
                    "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    private static final HttpField CSP_PAGE =
            new PreEncodedHttpField(
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self';"
                            + " img-src 'self' data:; connect-src 'self'; form-action 'self';"
                            + " base-uri 'none'; frame-ancestors 'none'");
    private static final HttpField JSON =
            new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");

    private static final Pattern TOKEN = Pattern.compile("(?i)slw_[a-z0-9_]*");
    private static final int MIN_GZIP_BYTES = 1_400;
    private static final int MAX_LOGGED_METHOD = 20;
    private static final int MAX_LOGGED_PATH = 200;

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final String id;
    private String route = "none";
    private Optional<Principal> principal = Optional.empty();
    private boolean bodyRead;

    HttpExchange(Request request, Response response, Callback callback, String id) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.id = id;
    }

    /** Writes the pieces of a download. */
    @FunctionalInterface
    interface DownloadBody {
        void to(RouteHandler.TextSink sink) throws Exception;
    }

    /** Writes the events of a stream. */
    @FunctionalInterface
    interface StreamBody {
        void to(SseWriter sink) throws Exception;
    }

    Request request() {
        return request;
    }

    String id() {
        return id;
    }

    String route() {
        return route;
    }

    int status() {
        return response.getStatus();
    }

    void routedTo(String name) {
        route = name;
    }

    void authenticatedAs(Principal caller) {
        principal = Optional.of(caller);
    }

    /** Records that the request body was read completely. */
    void bodyRead() {
        bodyRead = true;
    }

    static boolean hasContent(Request request) {
        return request.getLength() > 0
                || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    Optional<Principal> principal() {
        return principal;
    }

    /** Sets the headers of every response: security, request id and version. */
    void addCommonHeaders(boolean hsts, String version) {
        HttpFields.Mutable headers = response.getHeaders();
        SECURITY.forEach(headers::add);
        if (hsts) {
            headers.add(STRICT_TLS);
        }
        headers.add(ApiConventions.REQUEST_ID, id);
        headers.add(ApiConventions.VERSION, version);
    }

    void allow(Set<HttpMethod> methods) {
        response.getHeaders()
                .put(
                        HttpHeader.ALLOW,
                        methods.stream()
                                .map(HttpMethod::name)
                                .sorted()
                                .collect(Collectors.joining(", ")));
    }

    boolean wantsStream() {
        String accept = request.getHeaders().get(HttpHeader.ACCEPT);
        return request.getMethod().equals("GET") // HEAD has no content
                && accept != null
                && accept.contains("text/event-stream");
    }

    <A> void answer(Route<?, A> to, CookieResponse<A> cookieResponse) {
        cookies(cookieResponse.cookies());
        answer(to, to.answer().write(cookieResponse.value()));
    }

    void answer(Route<?, ?> to, RepeatedRequests.Answer answer) {
        if (answer.repeated()) {
            response.getHeaders().put(ApiConventions.REPLAYED, "true");
        }
        answer(to, answer.body());
    }

    private void answer(Route<?, ?> to, byte[] body) {
        response.setStatus(ApiConventions.status(to));
        response.getHeaders().add(CSP_NONE);
        if (to.kind() == Route.Kind.EMPTY) {
            send(new byte[0]);
            return;
        }
        response.getHeaders().put(JSON);
        send(body);
    }

    void answer(TextResponse textResponse) {
        cookies(textResponse.cookies());
        status(textResponse.status());
        response.getHeaders().add(CSP_PAGE);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, textResponse.type());
        textResponse.to().ifPresent(to -> response.getHeaders().put(HttpHeader.LOCATION, to));
        byte[] body = textResponse.body().getBytes(StandardCharsets.UTF_8);
        // Safe with TLS (BREACH): no page contains a secret besides text of an attacker's choice.
        boolean compressible =
                body.length > MIN_GZIP_BYTES && textResponse.type().startsWith("text/");
        send(compressible && acceptsGzip() ? gzipped(Asset.gzip(body)) : body);
    }

    void answer(Asset asset) {
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(CSP_NONE);
        headers.put(HttpHeader.CACHE_CONTROL, "public, max-age=31536000, immutable");
        headers.put(HttpHeader.CONTENT_TYPE, asset.type());
        response.setStatus(200);
        send(asset.gzipped().filter(_ -> acceptsGzip()).map(this::gzipped).orElse(asset.plain()));
    }

    private byte[] gzipped(byte[] body) {
        response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
        response.getHeaders().put(HttpHeader.VARY, "Accept-Encoding");
        return body;
    }

    private boolean acceptsGzip() {
        return request.getHeaders().contains(HttpHeader.ACCEPT_ENCODING, "gzip");
    }

    /** Whether a browser requested a page, so that a problem is answered with a page too. */
    boolean wantsPage() {
        String accept = request.getHeaders().get(HttpHeader.ACCEPT);
        return !request.getMethod().equals("POST")
                && accept != null
                && accept.contains("text/html")
                && !Request.getPathInContext(request).startsWith("/api/");
    }

    void answer(Problem problem) {
        if (response.isCommitted()) {
            callback.failed(problem);
            return;
        }
        int status = problem.code().status();
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.CONTENT_TYPE, ApiConventions.PROBLEM);
        headers.put(CSP_NONE);
        if (status == 401) {
            headers.put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
        }
        closeUnlessBodyRead();
        status(status);
        send(ProblemBody.CODEC.write(ProblemBody.of(problem, id)));
    }

    /**
     * Streams events until the reader disconnects, its token is revoked (checked by the sender) or the server stops.
     */
    void stream(StreamBody sending) throws Exception {
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.CONTENT_TYPE, "text/event-stream");
        headers.put("X-Accel-Buffering", "no");
        headers.put(CSP_NONE);
        response.setStatus(200);
        var sink = new SseWriter(response);
        try {
            sending.to(sink);
            response.write(true, ByteBuffer.allocate(0), callback);
        } catch (java.io.IOException disconnected) {
            callback.failed(disconnected);
        } catch (InterruptedException stopping) {
            // The client reconnects with the number of its last event.
            response.write(true, ByteBuffer.allocate(0), callback);
        }
    }

    /** Sends a text piece by piece. A failure after the first piece breaks the connection, so that it shows. */
    void download(String type, DownloadBody body) throws Exception {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.getHeaders().put(CSP_NONE);
        response.setStatus(200);
        if (request.getMethod().equals("GET")) { // HEAD has no content
            body.to(
                    text ->
                            Content.Sink.write(
                                    response,
                                    false,
                                    ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
        }
        response.write(true, ByteBuffer.allocate(0), callback);
    }

    private void cookies(List<HttpCookie> cookies) {
        cookies.forEach(cookie -> Response.addCookie(response, cookie));
    }

    /** A request that is refused before its body was read ends the connection, as HTTP/1.1 requires. */
    private void closeUnlessBodyRead() {
        boolean http11 = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1;
        if (!bodyRead && http11 && hasContent(request)) {
            response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
        }
    }

    /** Sets the status, and when a refused request may be repeated. */
    private void status(int status) {
        response.setStatus(status);
        if (status == 429 || status == 503) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, status == 429 ? "30" : "1");
        }
    }

    private void send(byte[] body) {
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    /** A line for the log, without the query and headers, because they may contain secrets. */
    String logLine(long nanos) {
        return String.format(
                Locale.ROOT,
                "%s %s %s status=%d ms=%.1f route=%s user=%s from=%s",
                id,
                printable(request.getMethod(), MAX_LOGGED_METHOD),
                printable(request.getHttpURI().getPath(), MAX_LOGGED_PATH),
                response.getStatus(),
                nanos / 1e6,
                route,
                principal.map(it -> it.id().value()).orElse("-"),
                ClientAddress.of(request.getConnectionMetaData().getRemoteSocketAddress())
                        .address());
    }

    static boolean containsToken(String text) {
        return TOKEN.matcher(text).find();
    }

    /** Removes line breaks, control characters and tokens from untrusted text, and shortens it. */
    static String printable(@Nullable String text, int maxLength) {
        String ascii = text == null ? "-" : UntrustedText.visibleAscii(text);
        String safe = TOKEN.matcher(ascii).replaceAll("slw_…");
        return UntrustedText.shortened(safe, maxLength);
    }
}
