package slipway.surface.web.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.Promise;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.Problem;
import slipway.base.SourceLocation;
import slipway.journal.IdempotencyKey;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.DocumentNode;
import slipway.spec.MistakeCollector;
import slipway.surface.api.ApiConventions;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.JsonCodec;

/** Reads the query, the body and the special headers of a request, within their limits. */
final class RequestReader {

    private static final Logger LOG = LoggerFactory.getLogger("slipway.requests");
    private static final int MAX_BODY = 1 << 20;

    /** For public routes, whose caller is unknown. */
    private static final int MAX_PUBLIC_BODY = 1 << 14;

    private static final SourceLocation QUERY = SourceLocation.of("query");

    private final LoadLimiter limiter;

    RequestReader(LoadLimiter limiter) {
        this.limiter = limiter;
    }

    /** The query parameters. Unknown ones are mistakes, except for routes that browsers and other programs use. */
    static BlockValues query(Route<?, ?> route, Request request) {
        boolean strict = route.kind() != Route.Kind.OTHER;
        BlockSchema schema = route.query();
        List<Mistake> mistakes = new ArrayList<>();
        List<DocumentNode.Entry> entries = new ArrayList<>();
        for (Fields.Field field : fields(request)) {
            if (!strict
                    && schema.keys().stream().noneMatch(k -> k.name().equals(field.getName()))) {
                continue;
            }
            if (field.getValues().size() > 1) {
                mistakes.add(new Mistake(QUERY, "", "A parameter occurs twice."));
            }
            entries.add(
                    new DocumentNode.Entry(
                            QUERY,
                            field.getName(),
                            new DocumentNode.Value(QUERY, field.getValue(), false)));
        }
        MistakeCollector collector = MistakeCollector.forWhole();
        Optional<BlockValues> values =
                schema.read(new DocumentNode.Block(QUERY, entries), collector);
        mistakes.addAll(collector.mistakes());
        if (!mistakes.isEmpty() || values.isEmpty()) {
            throw Mistakes.problem(
                    JsonCodec.INVALID_REQUEST,
                    "The query",
                    mistakes,
                    "Correct it. /openapi.json lists the parameters.");
        }
        return values.get();
    }

    private static Fields fields(Request request) {
        if (request.getHttpURI().getQuery() == null) {
            return Fields.EMPTY;
        }
        try {
            return Request.extractQueryParameters(request);
        } catch (RuntimeException unreadable) {
            throw new Problem(
                            HttpProblems.BAD_REQUEST,
                            "The query cannot be read.",
                            "It is not URL-encoded UTF-8.",
                            "Encode it and repeat the request.")
                    .causedBy(unreadable);
        }
    }

    /**
     * The JSON body; empty for a route without a request body. Some clients send an empty object with every request. It
     * is read too: if it arrived in a separate packet and were not read, the connection would be closed during the
     * client's next request.
     */
    byte[] body(Route<?, ?> route, Request request) throws InterruptedException {
        if (route.hasRequest()) {
            requireJson(request);
            return readAll(route, request);
        }
        if (HttpExchange.hasContent(request)) {
            byte[] _ = readAll(route, request);
        }
        return new byte[0];
    }

    private static void requireJson(Request request) {
        String header = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        String type =
                header == null ? "" : header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!type.equals("application/json")) {
            throw HttpProblems.notJson(type);
        }
    }

    private byte[] readAll(Route<?, ?> route, Request request) throws InterruptedException {
        int limit = route.isPublic() ? MAX_PUBLIC_BODY : MAX_BODY;
        if (request.getLength() > limit) {
            discard(request);
            throw HttpProblems.tooLarge(limit);
        }
        try {
            var body = new CompletableFuture<byte[]>();
            Content.Source.asByteArrayAsync(request, limit, Promise.Invocable.toPromise(body));
            return limiter.await(body);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IllegalStateException
                    ? HttpProblems.tooLarge(limit).causedBy(e)
                    : HttpProblems.bodyTimedOut().causedBy(e);
        } catch (TimeoutException e) {
            throw HttpProblems.bodyTimedOut().causedBy(e);
        }
    }

    /** Reads a body that is only a little too long to its end, because a client that still sends reads no answer. */
    private void discard(Request request) throws InterruptedException {
        if (request.getLength() > 8L * MAX_BODY) {
            return;
        }
        var end = new CompletableFuture<Boolean>();
        Content.Source.consumeAll(
                request, Callback.from(() -> end.complete(true), end::completeExceptionally));
        try {
            limiter.await(end);
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("A body that is too long did not arrive completely", e);
        }
    }

    static Optional<IdempotencyKey> idempotencyKey(
            Route<?, ?> route, Request request, Actor actor, byte[] body) {
        String chosen = request.getHeaders().get(ApiConventions.IDEMPOTENCY_KEY);
        if (chosen == null || route.verb() != HttpMethod.POST || route.isPublic()) {
            return Optional.empty();
        }
        if (!chosen.matches("[\\x21-\\x7e]{1,200}")) {
            throw new Problem(
                    HttpProblems.BAD_REQUEST,
                    "The request was refused.",
                    "Its Idempotency-Key is not 1 to 200 visible characters.",
                    "Choose a key such as a UUID, and send the same key when you repeat the request.");
        }
        String content =
                request.getHttpURI().getPath() + "\n" + new String(body, StandardCharsets.UTF_8);
        return Optional.of(IdempotencyKey.of(actor.name(), route.name() + "/" + chosen, content));
    }

    static Optional<Long> lastEvent(Request request) {
        String header = request.getHeaders().get("Last-Event-ID");
        if (header == null || header.isEmpty()) {
            return Optional.empty();
        }
        if (!header.matches("[0-9]{1,18}")) {
            throw new Problem(
                    CursorPaging.BAD_CURSOR,
                    "The stream cannot be resumed.",
                    "Last-Event-ID is not the number of an event.",
                    "Send the number of the last event received, or omit the header.");
        }
        return Optional.of(Long.parseLong(header));
    }
}
