package slipway.surface.api;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import slipway.base.Permission;
import slipway.spec.BlockSchema;
import slipway.spec.SpecKey;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;

/**
 * A route of the API, declared once. The server's router and authorization, the OpenAPI document, the reference, the
 * client and the isolation test all use this value.
 *
 * @param name unique; a verb and a noun: {@code make-token}
 * @param path with its parameters in braces; each is one of {@link PathParameter}
 * @param query the query parameters
 * @param request the codec of the request body
 * @param answer the codec of the answer
 * @param kind the form of the answer
 * @param summary one sentence
 */
public record Route<Q, A>(
        String name,
        HttpMethod verb,
        String path,
        RouteAccess access,
        BlockSchema query,
        JsonCodec<Q> request,
        JsonCodec<A> answer,
        Kind kind,
        String summary) {

    private static final JsonCodec<NoBody> NOTHING = JsonCodec.of(NoBody.class);
    private static final Pattern PATH = Pattern.compile("(/([a-z0-9._-]+|\\{[a-z]+}))+|/");

    /** The form of an answer. */
    public enum Kind {
        /** JSON. */
        JSON,
        /** No body. */
        EMPTY,
        /** JSON, or an endless stream of server-sent events if the client accepts it. */
        EVENTS,
        /** Another format: a page, a style sheet, metrics. */
        OTHER
    }

    public Route {
        if (!PATH.matcher(path).matches() || summary.isBlank()) {
            throw new IllegalArgumentException("A route has a path and a summary: " + path);
        }
        parts(path).forEach(PathParameter::named);
        if (access instanceof RouteAccess.InTeam && !parts(path).toList().contains("team")) {
            throw new IllegalArgumentException("The path has no team: " + path);
        }
    }

    /** Begins a declaration; the route is complete only when its access is declared. */
    public static Draft of(HttpMethod method, String path) {
        return new Draft(method, path);
    }

    /** A route without its access. */
    public record Draft(HttpMethod verb, String path) {

        public Route<NoBody, NoBody> forPublic(String name, String summary) {
            return with(name, new RouteAccess.Public(), summary);
        }

        /** For every signed-in user: their own objects, or those that they may see. */
        public Route<NoBody, NoBody> forSignedIn(String name, String summary) {
            return with(name, new RouteAccess.SignedIn(), summary);
        }

        /** Requires the permission in the team of the path. */
        public Route<NoBody, NoBody> inTeam(Permission needs, String name, String summary) {
            return with(name, new RouteAccess.InTeam(needs), summary);
        }

        /** Requires the permission in any team. */
        public Route<NoBody, NoBody> anywhere(Permission needs, String name, String summary) {
            return with(name, new RouteAccess.Anywhere(needs), summary);
        }

        /** Requires the permission in the team {@code all}. */
        public Route<NoBody, NoBody> everywhere(Permission needs, String name, String summary) {
            return with(name, new RouteAccess.Everywhere(needs), summary);
        }

        private Route<NoBody, NoBody> with(String name, RouteAccess access, String summary) {
            return new Route<>(
                    name,
                    verb,
                    path,
                    access,
                    BlockSchema.of(),
                    NOTHING,
                    NOTHING,
                    Kind.EMPTY,
                    summary);
        }
    }

    public <R extends Record> Route<R, A> asking(Class<R> type) {
        JsonCodec<R> body =
                verb == HttpMethod.PATCH ? JsonCodec.ofChange(type) : JsonCodec.of(type);
        return new Route<>(name, verb, path, access, query, body, answer, kind, summary);
    }

    public <R extends Record> Route<Q, R> answering(Class<R> type) {
        return new Route<>(
                name, verb, path, access, query, request, JsonCodec.of(type), Kind.JSON, summary);
    }

    /** A list in pages, with the query parameters {@code limit} and {@code after}. */
    public <R extends Record> Route<Q, ListPage<R>> listing(Class<R> item) {
        return new Route<>(
                        name,
                        verb,
                        path,
                        access,
                        query,
                        request,
                        JsonCodec.pageOf(item),
                        Kind.JSON,
                        summary)
                .filteredBy(CursorPaging.LIMIT, CursorPaging.AFTER);
    }

    public Route<Q, A> filteredBy(SpecKey<?>... keys) {
        List<SpecKey<?>> all = Stream.concat(query.keys().stream(), Stream.of(keys)).toList();
        return new Route<>(
                name, verb, path, access, new BlockSchema(all), request, answer, kind, summary);
    }

    /** The same route, also as an endless stream. */
    public Route<Q, A> live() {
        return withKind(Kind.EVENTS);
    }

    /** The same route with an answer that is not JSON. */
    public Route<Q, A> answeringText() {
        return withKind(Kind.OTHER);
    }

    private Route<Q, A> withKind(Kind newKind) {
        return new Route<>(name, verb, path, access, query, request, answer, newKind, summary);
    }

    public boolean hasRequest() {
        return !request.equals(NOTHING);
    }

    /** The body of a request without a body. */
    @SuppressWarnings("unchecked") // a route without a request has this type
    public Q noBody() {
        if (hasRequest()) {
            throw new IllegalStateException("The route needs a request body: " + this);
        }
        return (Q) NoBody.NOTHING;
    }

    public boolean isPublic() {
        return access instanceof RouteAccess.Public;
    }

    /** The names of the path parameters, in order. */
    public List<String> parts() {
        return parts(path).toList();
    }

    private static Stream<String> parts(String path) {
        return Pattern.compile("\\{([a-z]+)}").matcher(path).results().map(found -> found.group(1));
    }

    @Override
    public String toString() {
        return verb + " " + path;
    }
}
