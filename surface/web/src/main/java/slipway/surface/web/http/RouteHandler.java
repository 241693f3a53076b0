package slipway.surface.web.http;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;

/** A route and what answers it. */
public sealed interface RouteHandler<Q, A> {

    Route<Q, A> route();

    /** Answers with a value, sent as JSON. */
    @FunctionalInterface
    interface Handler<Q, A> {
        A answer(AuthorizedRequest<Q> authorizedRequest) throws Exception;
    }

    /** Answers with a value and what goes with it. */
    record Json<Q, A>(Route<Q, A> route, Handler<Q, CookieResponse<A>> handler)
            implements RouteHandler<Q, A> {}

    /** Answers with a text of its own. */
    record Text<Q, A>(Route<Q, A> route, Handler<Q, TextResponse> handler)
            implements RouteHandler<Q, A> {}

    /** Answers with a file. */
    record StaticFile<Q, A>(Route<Q, A> route, Handler<Q, Asset> handler)
            implements RouteHandler<Q, A> {}

    /** Answers once, or goes on for ever. */
    record Streamed<Q, A>(Route<Q, A> route, Handler<Q, A> once, Streaming<Q> stream)
            implements RouteHandler<Q, A> {}

    /** Sends for as long as somebody listens. */
    @FunctionalInterface
    interface Streaming<Q> {
        void send(AuthorizedRequest<Q> authorizedRequest, SseWriter sink) throws Exception;
    }

    static <Q, A> RouteHandler<Q, A> of(Route<Q, A> route, Handler<Q, A> handler) {
        return new Json<>(
                route, authorizedRequest -> CookieResponse.of(handler.answer(authorizedRequest)));
    }

    /** Where nothing is answered but that it is done. */
    static <Q> RouteHandler<Q, NoBody> done(Route<Q, NoBody> route, Done<Q> handler) {
        return new Json<>(
                route,
                authorizedRequest -> {
                    handler.answer(authorizedRequest);
                    return CookieResponse.of(NoBody.NOTHING);
                });
    }

    /** Does it. */
    @FunctionalInterface
    interface Done<Q> {
        void answer(AuthorizedRequest<Q> authorizedRequest) throws Exception;
    }

    /** A server that lacks a handler for a declared route, or has one for an undeclared, must not start. */
    static void checkComplete(List<Route<?, ?>> declared, List<RouteHandler<?, ?>> bound) {
        Set<Route<?, ?>> have = bound.stream().map(RouteHandler::route).collect(Collectors.toSet());
        Set<Route<?, ?>> missing = new HashSet<>(declared);
        missing.removeAll(have);
        Set<Route<?, ?>> extra = new HashSet<>(have);
        declared.forEach(extra::remove);
        if (!missing.isEmpty() || !extra.isEmpty()) {
            throw new IllegalStateException(
                    "Routes without a handler: " + missing + "; not declared: " + extra);
        }
    }
}
