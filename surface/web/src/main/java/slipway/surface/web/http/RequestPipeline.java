package slipway.surface.web.http;

import java.nio.channels.ClosedByInterruptException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.logging.Level;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.IdGenerator;
import slipway.base.Problem;
import slipway.base.ProblemKind;
import slipway.identity.AccessControl;
import slipway.identity.Principal;
import slipway.journal.IdempotencyKey;
import slipway.spec.BlockValues;
import slipway.surface.api.ApiConventions;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;

/**
 * The pipeline of every request, in this order: check the path and the host, authenticate, find the route, authorize,
 * decode. Only then is the handler called. Every failure is answered with a problem and does not affect other requests.
 */
final class RequestPipeline extends Handler.Abstract {

    private static final String REQUESTS = "slipway.requests";
    private static final Logger LOG = LoggerFactory.getLogger(REQUESTS);

    /** The same logger without SLF4J, which would walk the stack for every line to find the caller. */
    private static final java.util.logging.Logger LINES =
            java.util.logging.Logger.getLogger(REQUESTS);

    private final Router router;
    private final Authenticator authenticator;
    private final AllowedHosts allowedHosts;
    private final LoadLimiter limiter;
    private final RequestReader reader;
    private final PerUserLimit perUserLimit = new PerUserLimit();
    private final Services services;

    /**
     * The services that every response needs.
     *
     * @param tls whether browsers use TLS, here or at a proxy
     * @param hsts whether they may use nothing else at this host
     */
    record Services(
            IdGenerator ids,
            ServerMetrics metrics,
            ProblemResponse problemResponse,
            boolean tls,
            boolean hsts,
            RepeatedRequests repeated,
            String version) {}

    RequestPipeline(
            Router router,
            Authenticator authenticator,
            AllowedHosts allowedHosts,
            LoadLimiter limiter,
            Services services) {
        this.router = router;
        this.authenticator = authenticator;
        this.allowedHosts = allowedHosts;
        this.limiter = limiter;
        this.reader = new RequestReader(limiter);
        this.services = services;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        long began = System.nanoTime();
        var exchange =
                new HttpExchange(request, response, callback, services.ids().nextRequestId());
        EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
        exchange.addCommonHeaders(services.hsts(), services.version());
        if (!limiter.tryAcquire(connection)) {
            exchange.answer(HttpProblems.busy());
            return true;
        }
        try {
            process(exchange);
        } catch (Problem problem) {
            exchange.principal()
                    .filter(_ -> problem.code().kind() == ProblemKind.DENIED)
                    .ifPresent(principal -> authenticator.countDenial(principal, problem));
            answerProblem(exchange, problem);
        } catch (InterruptedException timeout) {
            exchange.answer(HttpProblems.requestTimedOut().causedBy(timeout));
        } catch (Exception | StackOverflowError e) {
            LOG.error("{} failed", exchange.id(), e);
            answerProblem(exchange, HttpProblems.bug());
        } finally {
            limiter.release(connection);
            long took = System.nanoTime() - began;
            services.metrics().recordRequest(exchange.route(), response.getStatus(), took);
            log(exchange, took);
        }
        return true;
    }

    /** Answers a browser with a page, a program with JSON. */
    private void answerProblem(HttpExchange exchange, Problem problem) {
        if (!exchange.wantsPage()) {
            exchange.answer(problem);
            return;
        }
        Request request = exchange.request();
        Cookies cookies = new Cookies(Request.getCookies(request), services.tls());
        String path = request.getHttpURI().getPathQuery();
        try {
            exchange.answer(
                    services.problemResponse()
                            .page(
                                    problem,
                                    new ProblemResponse.Context(
                                            exchange.principal(), cookies, path, exchange.id())));
        } catch (RuntimeException e) {
            LOG.error("{}: the problem page failed", exchange.id(), e);
            exchange.answer(problem);
        }
    }

    private void process(HttpExchange exchange) throws Exception {
        Request request = exchange.request();
        String path = String.valueOf(request.getHttpURI().getPath());
        if (!Router.isUnambiguous(path)) {
            throw HttpProblems.ambiguousPath();
        }
        allowedHosts.check(request);
        ClientAddress source =
                ClientAddress.of(request.getConnectionMetaData().getRemoteSocketAddress());
        Cookies cookies = new Cookies(Request.getCookies(request), services.tls());
        Optional<Router.Match> match = router.find(path);
        Optional<HttpMethod> method = method(request.getMethod());
        Optional<RouteHandler<?, ?>> found =
                match.flatMap(it -> method.map(it.handlers()::get)); // null: not this method
        found.ifPresent(it -> exchange.routedTo(it.route().name()));
        // A public page must not fail because of a stale cookie.
        Optional<Authenticator.Caller> caller =
                found.filter(it -> it.route().isPublic()).isPresent()
                        ? Optional.empty()
                        : authenticator.authenticate(request, source, cookies);
        caller.ifPresent(it -> exchange.authenticatedAs(it.principal()));
        if (caller.isEmpty() && match.filter(Router.Match::allPublic).isEmpty()) {
            throw HttpProblems.notSignedIn();
        }
        Router.Match routes = match.orElseThrow(() -> HttpProblems.noRoute(path));
        RouteHandler<?, ?> handler =
                found.orElseThrow(
                        () -> {
                            exchange.allow(routes.handlers().keySet());
                            return HttpProblems.wrongMethod(
                                    request.getMethod(), path, routes.handlers().keySet());
                        });
        call(handler, exchange, new Origin(caller, routes.parts(), source, cookies));
    }

    /** The properties of a request that are known before its content is read. */
    private record Origin(
            Optional<Authenticator.Caller> caller,
            Map<PathParameter, String> parts,
            ClientAddress source,
            Cookies cookies) {}

    private static Optional<HttpMethod> method(String name) {
        return switch (name) {
            case "GET", "HEAD" -> Optional.of(HttpMethod.GET);
            case "POST" -> Optional.of(HttpMethod.POST);
            case "PUT" -> Optional.of(HttpMethod.PUT);
            case "PATCH" -> Optional.of(HttpMethod.PATCH);
            case "DELETE" -> Optional.of(HttpMethod.DELETE);
            default -> Optional.empty();
        };
    }

    private <Q, A> void call(RouteHandler<Q, A> handler, HttpExchange exchange, Origin origin)
            throws Exception {
        Route<Q, A> route = handler.route();
        Request request = exchange.request();
        Optional<Principal> principal = origin.caller().map(Authenticator.Caller::principal);
        if (!route.isPublic()) {
            Authenticator.Caller caller = origin.caller().orElseThrow(HttpProblems::notSignedIn);
            authenticator.authorize(route, caller.principal(), origin.parts());
            if (caller.bySession() && route.verb().changes()) {
                authenticator.checkCsrfToken(request, caller.principal());
            }
        }
        BlockValues query = RequestReader.query(route, request);
        byte[] bytes = reader.body(route, request);
        exchange.bodyRead();
        Q body = route.hasRequest() ? route.request().read(bytes) : route.noBody();
        Actor actor = actor(exchange, origin);
        var details =
                new AuthorizedRequest.Details(
                        actor,
                        RequestReader.idempotencyKey(route, request, actor, bytes),
                        RequestReader.lastEvent(request),
                        origin.source(),
                        origin.cookies());
        answer(
                handler,
                exchange,
                new AuthorizedRequest<>(principal, origin.parts(), query, body, details));
    }

    private <Q, A> void answer(
            RouteHandler<Q, A> routeHandler, HttpExchange exchange, AuthorizedRequest<Q> request)
            throws Exception {
        switch (routeHandler) {
            case RouteHandler.Json<Q, A> json -> answer(json, exchange, request);
            case RouteHandler.Text<Q, A>(_, var handler) ->
                    exchange.answer(handler.answer(request));
            case RouteHandler.StaticFile<Q, A>(_, var handler) ->
                    exchange.answer(handler.answer(request));
            case RouteHandler.Download<Q, A>(_, var type, var writing) ->
                    stream(
                            exchange,
                            () -> exchange.download(type, sink -> writing.write(request, sink)));
            case RouteHandler.Streamed<Q, A> streamed -> {
                if (exchange.wantsStream()) {
                    Predicate<Principal> condition = streamed.condition().of(request);
                    stream(
                            exchange,
                            () ->
                                    exchange.stream(
                                            sink ->
                                                    sendWhileAllowed(
                                                            streamed, condition, request, sink)));
                } else {
                    exchange.answer(
                            streamed.route(), CookieResponse.of(streamed.once().answer(request)));
                }
            }
        }
    }

    /** An answer without a limit of time. */
    @FunctionalInterface
    private interface EndlessAnswer {
        void send() throws Exception;
    }

    /** Every kind of stream counts towards one limit of its user. */
    private void stream(HttpExchange exchange, EndlessAnswer answer) throws Exception {
        Principal reader = exchange.principal().orElseThrow(HttpProblems::notSignedIn);
        try (var _ = perUserLimit.acquire(reader.id())) {
            if (!limiter.tryConvertToStream()) {
                throw HttpProblems.busy();
            }
            answer.send();
        }
    }

    /** Writes a stream. Its thread is interrupted when its reader loses access. */
    private <Q, A> void sendWhileAllowed(
            RouteHandler.Streamed<Q, A> streamed,
            Predicate<Principal> condition,
            AuthorizedRequest<Q> request,
            SseWriter sink)
            throws Exception {
        AccessControl.Watch access =
                authenticator.watch(
                        streamed.route(), request, condition, Thread.currentThread()::interrupt);
        try (access) {
            streamed.stream().send(request, sink);
        } catch (InterruptedException | ClosedByInterruptException interrupted) {
            if (!access.ended()) {
                throw interrupted; // the server is stopping
            }
        }
        if (access.ended()) {
            boolean _ = Thread.interrupted(); // the end must still be written
            sink.end("revoked");
        }
    }

    private <Q, A> void answer(
            RouteHandler.Json<Q, A> json, HttpExchange exchange, AuthorizedRequest<Q> request)
            throws Exception {
        Route<Q, A> route = json.route();
        Optional<IdempotencyKey> key =
                request.details()
                        .key()
                        .filter(_ -> json.repetition() == RouteHandler.Repetition.STORED);
        if (key.isEmpty()) {
            exchange.answer(route, json.handler().answer(request));
            return;
        }
        exchange.answer(
                route,
                services.repeated()
                        .once(
                                key.get(),
                                () ->
                                        route.answer()
                                                .write(json.handler().answer(request).value())));
    }

    private static Actor actor(HttpExchange exchange, Origin origin) {
        String name = origin.caller().map(it -> it.principal().id().value()).orElse("nobody");
        boolean web = origin.caller().filter(Authenticator.Caller::bySession).isPresent();
        String agent = exchange.request().getHeaders().get(HttpHeader.USER_AGENT);
        boolean cli = agent != null && agent.startsWith(ApiConventions.AGENT);
        return new Actor(name, web ? "web" : cli ? "cli" : "api", exchange.id());
    }

    /** Logs changes and refusals at INFO, successful reads at FINE. */
    private static void log(HttpExchange exchange, long nanos) {
        boolean important =
                exchange.status() >= 400 || !exchange.request().getMethod().equals("GET");
        LINES.log(important ? Level.INFO : Level.FINE, () -> exchange.logLine(nanos));
    }
}
