package slipway.surface.web.http;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import slipway.identity.Principal;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;

/** A route with its handler. */
public sealed interface RouteHandler<Q, A> {

    Route<Q, A> route();

    /** Answers with a value, sent as JSON. */
    @FunctionalInterface
    interface Handler<Q, A> {
        A answer(AuthorizedRequest<Q> request) throws Exception;
    }

    /** What a repeated POST with the same idempotency key does. */
    enum Repetition {
        /** The pipeline has stored the first answer and sends it again. */
        STORED,
        /** The handler commits under the key, and answers a repeated request from what that commit stored. */
        KEYED,
        /** Nothing, like the first one: the route only computes. */
        HARMLESS
    }

    /** Answers with a value and cookies. */
    record Json<Q, A>(
            Route<Q, A> route, Handler<Q, CookieResponse<A>> handler, Repetition repetition)
            implements RouteHandler<Q, A> {

        public Json(Route<Q, A> route, Handler<Q, CookieResponse<A>> handler) {
            this(route, handler, Repetition.STORED);
        }
    }

    /** Answers with text, such as a page. */
    record Text<Q, A>(Route<Q, A> route, Handler<Q, TextResponse> handler)
            implements RouteHandler<Q, A> {}

    /** Answers with a file. */
    record StaticFile<Q, A>(Route<Q, A> route, Handler<Q, Asset> handler)
            implements RouteHandler<Q, A> {}

    /**
     * Answers once or as an endless stream.
     *
     * @param condition what the reader of the stream must have, besides the access that the route declares
     */
    record Streamed<Q, A>(
            Route<Q, A> route, Handler<Q, A> once, Streaming<Q> stream, Condition<Q> condition)
            implements RouteHandler<Q, A> {

        public Streamed(Route<Q, A> route, Handler<Q, A> once, Streaming<Q> stream) {
            this(route, once, stream, _ -> _ -> true);
        }
    }

    /** The condition under which a stream stays open. It is checked whenever users, roles or tokens change. */
    @FunctionalInterface
    interface Condition<Q> {

        /** Called before the stream begins; throws if the reader may not open it. */
        Predicate<Principal> of(AuthorizedRequest<Q> request);
    }

    /** Writes a text of any length piece by piece, such as an export. */
    record Download<Q, A>(Route<Q, A> route, String type, Writing<Q> writing)
            implements RouteHandler<Q, A> {}

    /** Writes a download. */
    @FunctionalInterface
    interface Writing<Q> {
        void write(AuthorizedRequest<Q> request, TextSink sink) throws Exception;
    }

    /** Sends a piece of text. */
    @FunctionalInterface
    interface TextSink {
        void write(String text) throws IOException;
    }

    /** Writes a stream until the client disconnects. */
    @FunctionalInterface
    interface Streaming<Q> {
        void send(AuthorizedRequest<Q> request, SseWriter sink) throws Exception;
    }

    static <Q, A> RouteHandler<Q, A> of(Route<Q, A> route, Handler<Q, A> handler) {
        return new Json<>(route, request -> CookieResponse.of(handler.answer(request)));
    }

    /** A handler that passes the request's idempotency key to its commit, so that both become durable together. */
    static <Q, A> RouteHandler<Q, A> keyed(Route<Q, A> route, Handler<Q, A> handler) {
        return new Json<>(
                route, request -> CookieResponse.of(handler.answer(request)), Repetition.KEYED);
    }

    /** A handler that changes nothing, although its route is a POST because of its body. */
    static <Q, A> RouteHandler<Q, A> harmless(Route<Q, A> route, Handler<Q, A> handler) {
        return new Json<>(
                route, request -> CookieResponse.of(handler.answer(request)), Repetition.HARMLESS);
    }

    /** A handler without an answer body. */
    static <Q> RouteHandler<Q, NoBody> done(Route<Q, NoBody> route, Done<Q> handler) {
        return new Json<>(
                route,
                request -> {
                    handler.answer(request);
                    return CookieResponse.of(NoBody.NOTHING);
                });
    }

    /** Handles a request without an answer body. */
    @FunctionalInterface
    interface Done<Q> {
        void answer(AuthorizedRequest<Q> request) throws Exception;
    }

    /** Throws if a declared route has no handler, or a handler's route is not declared. */
    static void checkComplete(List<Route<?, ?>> declared, List<RouteHandler<?, ?>> bound) {
        bound.stream()
                .filter(RouteHandler::isUnrepeatable)
                .findFirst()
                .ifPresent(RouteHandler::reject);
        Set<Route<?, ?>> handled =
                bound.stream().map(RouteHandler::route).collect(Collectors.toSet());
        Set<Route<?, ?>> missing = new HashSet<>(declared);
        missing.removeAll(handled);
        Set<Route<?, ?>> extra = new HashSet<>(handled);
        declared.forEach(extra::remove);
        if (!missing.isEmpty() || !extra.isEmpty()) {
            throw new IllegalStateException(
                    "Routes without a handler: " + missing + "; not declared: " + extra);
        }
    }

    /** Only JSON answers are stored for repeated requests. */
    private static boolean isUnrepeatable(RouteHandler<?, ?> handler) {
        return handler.route().verb() == HttpMethod.POST && !(handler instanceof Json<?, ?>);
    }

    private static void reject(RouteHandler<?, ?> handler) {
        throw new IllegalStateException(
                "A repeated POST gets the stored answer, which is JSON: " + handler.route());
    }
}
