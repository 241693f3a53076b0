package slipway.surface.web.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.Promise;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.IdGenerator;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.Problem;
import slipway.base.SourceLocation;
import slipway.identity.Principal;
import slipway.journal.IdempotencyKey;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.DocumentNode;
import slipway.spec.MistakeCollector;
import slipway.surface.api.ApiConventions;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.JsonCodec;

/**
 * What every request goes through, in this order: is the path plain, is the host ours, is it somebody, is there such a
 * route, may they come through it, is what they sent well formed. Only then is a handler asked. Whatever happens,
 * something readable is answered and the server goes on.
 */
final class RequestPipeline extends Handler.Abstract {

    private static final String REQUESTS = "slipway.requests";
    private static final Logger LOG = LoggerFactory.getLogger(REQUESTS);

    /** The same log without what stands between: that looks through the stack for each line, to say who wrote it. */
    private static final java.util.logging.Logger LINES =
            java.util.logging.Logger.getLogger(REQUESTS);

    private static final int LARGEST_BODY = 1 << 20;

    /** From somebody who may be anybody. */
    private static final int LARGEST_FROM_ANYBODY = 1 << 14;

    private static final SourceLocation QUERY = SourceLocation.of("query");

    private final Router router;
    private final Authenticator authenticator;
    private final AllowedHosts allowedHosts;
    private final LoadLimiter loadLimiter;
    private final Services services;

    /** What every answer needs: an id, and somebody who counts. */
    record Services(
            IdGenerator ids,
            ServerMetrics measures,
            ProblemResponse apology,
            boolean tls,
            String version) {}

    RequestPipeline(
            Router router,
            Authenticator authenticator,
            AllowedHosts allowedHosts,
            LoadLimiter loadLimiter,
            Services services) {
        this.router = router;
        this.authenticator = authenticator;
        this.allowedHosts = allowedHosts;
        this.loadLimiter = loadLimiter;
        this.services = services;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        long began = System.nanoTime();
        var httpExchange =
                new HttpExchange(request, response, callback, services.ids().nextRequestId());
        EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
        httpExchange.secure(services.tls(), services.version());
        if (!loadLimiter.tryAcquire(connection)) {
            httpExchange.answer(HttpProblems.busy());
            return true;
        }
        try {
            pass(httpExchange);
        } catch (Problem problem) {
            apologise(httpExchange, problem);
        } catch (InterruptedException tooLong) {
            httpExchange.answer(HttpProblems.requestTimedOut().causedBy(tooLong));
        } catch (Exception | StackOverflowError e) {
            LOG.error("{} failed", httpExchange.id(), e);
            apologise(httpExchange, HttpProblems.bug());
        } finally {
            loadLimiter.release(connection);
            long took = System.nanoTime() - began;
            services.measures().recordRequest(httpExchange.route(), response.getStatus(), took);
            log(httpExchange, took);
        }
        return true;
    }

    /** A person reads a page, a program JSON. */
    private void apologise(HttpExchange httpExchange, Problem problem) {
        if (!httpExchange.wantsPage()) {
            httpExchange.answer(problem);
            return;
        }
        Request request = httpExchange.request();
        Cookies cookies = new Cookies(Request.getCookies(request), services.tls());
        String path = request.getHttpURI().getPathQuery();
        try {
            httpExchange.answer(
                    services.apology()
                            .page(
                                    problem,
                                    new ProblemResponse.Context(
                                            httpExchange.principal(),
                                            cookies,
                                            path,
                                            httpExchange.id())));
        } catch (RuntimeException e) {
            LOG.error("{} cannot even be told", httpExchange.id(), e);
            httpExchange.answer(problem);
        }
    }

    private void pass(HttpExchange httpExchange) throws Exception {
        Request request = httpExchange.request();
        String path = String.valueOf(request.getHttpURI().getPath());
        if (!Router.isUnambiguous(path)) {
            throw HttpProblems.ambiguousPath();
        }
        allowedHosts.check(request);
        ClientAddress clientAddress =
                ClientAddress.of(request.getConnectionMetaData().getRemoteSocketAddress());
        Cookies cookies = new Cookies(Request.getCookies(request), services.tls());
        Optional<Router.Match> found = router.find(path);
        Optional<HttpMethod> verb = verb(request.getMethod());
        Optional<RouteHandler<?, ?>> binding =
                found.flatMap(there -> verb.map(there.handlers()::get)); // null: not this verb
        binding.ifPresent(there -> httpExchange.routedTo(there.route().name()));
        // A page that anybody may see must not fail over a stale cookie.
        Optional<Authenticator.Caller> somebody =
                binding.filter(there -> there.route().isPublic()).isPresent()
                        ? Optional.empty()
                        : authenticator.authenticate(request, clientAddress, cookies);
        somebody.ifPresent(there -> httpExchange.authenticatedAs(there.visitor()));
        boolean open = found.filter(Router.Match::allPublic).isPresent();
        if (somebody.isEmpty() && !open) {
            throw HttpProblems.notSignedIn();
        }
        Router.Match there = found.orElseThrow(() -> HttpProblems.noRoute(path));
        RouteHandler<?, ?> to =
                binding.orElseThrow(
                        () -> {
                            httpExchange.allow(there.handlers().keySet());
                            return HttpProblems.wrongMethod(
                                    request.getMethod(), path, there.handlers().keySet());
                        });
        var arrival = new Arrival(somebody, there.parts(), clientAddress, cookies);
        through(to, httpExchange, arrival);
    }

    /** What is known of a request before its content is looked at. */
    private record Arrival(
            Optional<Authenticator.Caller> somebody,
            Map<slipway.surface.api.PathParameter, String> parts,
            ClientAddress source,
            Cookies cookies) {}

    private static Optional<HttpMethod> verb(String method) {
        return switch (method) {
            case "GET", "HEAD" -> Optional.of(HttpMethod.GET);
            case "POST" -> Optional.of(HttpMethod.POST);
            case "PUT" -> Optional.of(HttpMethod.PUT);
            case "PATCH" -> Optional.of(HttpMethod.PATCH);
            case "DELETE" -> Optional.of(HttpMethod.DELETE);
            default -> Optional.empty();
        };
    }

    private <Q, A> void through(
            RouteHandler<Q, A> routeHandler, HttpExchange httpExchange, Arrival arrival)
            throws Exception {
        Route<Q, A> route = routeHandler.route();
        Request request = httpExchange.request();
        Optional<Principal> visitor = arrival.somebody().map(Authenticator.Caller::visitor);
        if (!route.isPublic()) {
            Authenticator.Caller somebody =
                    arrival.somebody().orElseThrow(HttpProblems::notSignedIn);
            authenticator.authorize(route, somebody.visitor(), arrival.parts());
            if (somebody.bySession() && route.verb().changes()) {
                authenticator.checkCsrfToken(request, somebody.visitor());
            }
        }
        BlockValues query = query(route, request);
        byte[] bytes = route.hasRequest() ? body(route, request) : unasked(route, request);
        httpExchange.bodyRead();
        Q body = route.hasRequest() ? route.request().read(bytes) : route.noBody();
        Actor actor = actor(httpExchange, arrival);
        var sent =
                new AuthorizedRequest.Details(
                        actor,
                        key(route, request, actor, bytes),
                        lastEvent(request),
                        arrival.source(),
                        arrival.cookies());
        answer(
                routeHandler,
                httpExchange,
                new AuthorizedRequest<>(visitor, arrival.parts(), query, body, sent));
    }

    private <Q, A> void answer(
            RouteHandler<Q, A> routeHandler,
            HttpExchange httpExchange,
            AuthorizedRequest<Q> authorizedRequest)
            throws Exception {
        switch (routeHandler) {
            case RouteHandler.Json<Q, A>(var route, var handler) -> {
                CookieResponse<A> cookieResponse = handler.answer(authorizedRequest);
                httpExchange.answer(route, cookieResponse);
            }
            case RouteHandler.Text<Q, A>(_, var handler) ->
                    httpExchange.answer(handler.answer(authorizedRequest));
            case RouteHandler.StaticFile<Q, A>(_, var handler) ->
                    httpExchange.answer(handler.answer(authorizedRequest));
            case RouteHandler.Streamed<Q, A>(var route, var once, var forEver) -> {
                if (httpExchange.wantsStream()) {
                    if (!loadLimiter.tryConvertToStream()) {
                        throw HttpProblems.busy();
                    }
                    httpExchange.stream(sink -> forEver.send(authorizedRequest, sink));
                } else {
                    httpExchange.answer(route, CookieResponse.of(once.answer(authorizedRequest)));
                }
            }
        }
    }

    /** What is for browsers and other programs takes what they add of their own; what is ours is exact. */
    private static BlockValues query(Route<?, ?> route, Request request) {
        boolean exact = route.kind() != Route.Kind.OTHER;
        BlockSchema blockSchema = route.query();
        List<Mistake> mistakes = new ArrayList<>();
        List<DocumentNode.Entry> entries = new ArrayList<>();
        for (Fields.Field field : fields(request)) {
            if (!exact
                    && blockSchema.keys().stream()
                            .noneMatch(k -> k.name().equals(field.getName()))) {
                continue;
            }
            if (field.getValues().size() > 1) {
                mistakes.add(new Mistake(QUERY, "", "One parameter is written twice."));
            }
            entries.add(
                    new DocumentNode.Entry(
                            QUERY,
                            field.getName(),
                            new DocumentNode.Value(QUERY, field.getValue(), false)));
        }
        MistakeCollector mistakeCollector = MistakeCollector.forWhole();
        Optional<BlockValues> values =
                blockSchema.read(new DocumentNode.Block(QUERY, entries), mistakeCollector);
        mistakes.addAll(mistakeCollector.mistakes());
        if (!mistakes.isEmpty() || values.isEmpty()) {
            throw Mistakes.problem(
                    JsonCodec.INVALID_REQUEST,
                    "The query",
                    mistakes,
                    "Correct it; /openapi.json says what may be asked for.");
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
                            "It is not encoded as URLs are, in UTF-8.",
                            "Encode it and send it again.")
                    .causedBy(unreadable);
        }
    }

    private byte[] body(Route<?, ?> route, Request request) throws InterruptedException {
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        String plain = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!plain.equals("application/json")) {
            throw HttpProblems.notJson(plain);
        }
        return whole(route, request);
    }

    /**
     * Some clients send an empty object with everything. If it were not read, and came in a packet of its own, the
     * connection would be closed under the client's next request.
     */
    private byte[] unasked(Route<?, ?> route, Request request) throws InterruptedException {
        if (HttpExchange.hasContent(request)) {
            byte[] _ = whole(route, request);
        }
        return new byte[0];
    }

    private byte[] whole(Route<?, ?> route, Request request) throws InterruptedException {
        int most = route.isPublic() ? LARGEST_FROM_ANYBODY : LARGEST_BODY;
        if (request.getLength() > most) {
            hearOut(request);
            throw HttpProblems.tooLarge(most);
        }
        try {
            var whole = new CompletableFuture<byte[]>();
            Content.Source.asByteArrayAsync(request, most, Promise.Invocable.toPromise(whole));
            return loadLimiter.await(whole);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IllegalStateException
                    ? HttpProblems.tooLarge(most).causedBy(e)
                    : HttpProblems.bodyTimedOut().causedBy(e);
        } catch (TimeoutException e) {
            throw HttpProblems.bodyTimedOut().causedBy(e);
        }
    }

    /** Who is still sending reads no answer. So a body that is only a little too long is let come to its end. */
    private void hearOut(Request request) throws InterruptedException {
        if (request.getLength() > 8L * LARGEST_BODY) {
            return;
        }
        var end = new CompletableFuture<Boolean>();
        Content.Source.consumeAll(
                request, Callback.from(() -> end.complete(true), end::completeExceptionally));
        try {
            loadLimiter.await(end);
        } catch (ExecutionException | TimeoutException gone) {
            LOG.debug("A body that is too long did not come to its end", gone);
        }
    }

    private static Actor actor(HttpExchange httpExchange, Arrival arrival) {
        String name =
                arrival.somebody().map(there -> there.visitor().id().value()).orElse("nobody");
        boolean web = arrival.somebody().filter(Authenticator.Caller::bySession).isPresent();
        String agent = httpExchange.request().getHeaders().get(HttpHeader.USER_AGENT);
        boolean cli = agent != null && agent.startsWith(ApiConventions.AGENT);
        return new Actor(name, web ? "web" : cli ? "cli" : "api", httpExchange.id());
    }

    private static Optional<IdempotencyKey> key(
            Route<?, ?> route, Request request, Actor actor, byte[] body) {
        String chosen = request.getHeaders().get(ApiConventions.IDEMPOTENCY_KEY);
        if (chosen == null || route.verb() != HttpMethod.POST || route.isPublic()) {
            return Optional.empty();
        }
        if (!chosen.matches("[\\x21-\\x7e]{1,200}")) {
            throw new Problem(
                    HttpProblems.BAD_REQUEST,
                    "The request was not taken.",
                    "Its Idempotency-Key is not 1 to 200 visible characters.",
                    "Choose a key such as a UUID, and send the same key when you send the request again.");
        }
        String asked =
                request.getHttpURI().getPath()
                        + "\n"
                        + new String(body, java.nio.charset.StandardCharsets.UTF_8);
        return Optional.of(IdempotencyKey.of(actor.name(), route.name() + "/" + chosen, asked));
    }

    private static Optional<Long> lastEvent(Request request) {
        String said = request.getHeaders().get("Last-Event-ID");
        if (said == null || said.isEmpty()) {
            return Optional.empty();
        }
        if (!said.matches("[0-9]{1,18}")) {
            throw new Problem(
                    slipway.surface.api.CursorPaging.BAD_CURSOR,
                    "The stream cannot go on from there.",
                    "Last-Event-ID is not the number of an event.",
                    "Send the number of the last event you have seen, or leave it out.");
        }
        return Optional.of(Long.parseLong(said));
    }

    /** Changes and refusals are told; what only reads is told when asked for. */
    private static void log(HttpExchange httpExchange, long nanos) {
        boolean worth =
                httpExchange.status() >= 400 || !httpExchange.request().getMethod().equals("GET");
        LINES.log(worth ? Level.INFO : Level.FINE, () -> httpExchange.logLine(nanos));
    }
}
