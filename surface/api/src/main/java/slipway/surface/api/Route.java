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
 * One way in, declared once. The server's router and its authorisation, the OpenAPI document, the reference, the client
 * and the test that tries every door all go by this one value.
 *
 * @param name unique; a verb and a noun: {@code make-token}
 * @param path with its open parts in braces; each is one of {@link PathParameter}
 * @param query what may be asked for after the question mark
 * @param request what is sent; a form of {@link NoBody} where nothing is
 * @param answer what comes back
 * @param kind how the answer comes
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

    /** How an answer comes. */
    public enum Kind {
        /** At once, as JSON. */
        JSON,
        /** At once, without a body. */
        EMPTY,
        /** JSON, or for ever as server-sent events when the visitor accepts those. */
        EVENTS,
        /** A text that other programs understand: a page, a style sheet, measurements. */
        OTHER
    }

    public Route {
        if (!PATH.matcher(path).matches() || summary.isBlank()) {
            throw new IllegalArgumentException("A route has a path and a sentence: " + path);
        }
        parts(path).forEach(part -> PathParameter.named(part));
        if (access instanceof RouteAccess.InTeam && !parts(path).toList().contains("team")) {
            throw new IllegalArgumentException("In which team? " + path);
        }
    }

    /** Begins a declaration; nobody may come through until its access is said. */
    public static Draft of(HttpMethod httpMethod, String path) {
        return new Draft(httpMethod, path);
    }

    /** Whose path and verb are known. */
    public record Draft(HttpMethod verb, String path) {

        public Route<NoBody, NoBody> forPublic(String name, String summary) {
            return with(name, new RouteAccess.Public(), summary);
        }

        /** For whoever is recognised: what is theirs, or what they may see. */
        public Route<NoBody, NoBody> forSignedIn(String name, String summary) {
            return with(name, new RouteAccess.SignedIn(), summary);
        }

        /** With the permission in the team of the path. */
        public Route<NoBody, NoBody> inTeam(Permission needs, String name, String summary) {
            return with(name, new RouteAccess.InTeam(needs), summary);
        }

        /** With the permission in some team, whichever it is. */
        public Route<NoBody, NoBody> anywhere(Permission needs, String name, String summary) {
            return with(name, new RouteAccess.Anywhere(needs), summary);
        }

        /** With the permission in the team {@code all}. */
        public Route<NoBody, NoBody> everywhere(Permission needs, String name, String summary) {
            return with(name, new RouteAccess.Everywhere(needs), summary);
        }

        private Route<NoBody, NoBody> with(String name, RouteAccess routeAccess, String summary) {
            return new Route<>(
                    name,
                    verb,
                    path,
                    routeAccess,
                    BlockSchema.of(),
                    NOTHING,
                    NOTHING,
                    Kind.EMPTY,
                    summary);
        }
    }

    public <R extends Record> Route<R, A> asking(Class<R> type) {
        return new Route<>(
                name, verb, path, access, query, JsonCodec.of(type), answer, kind, summary);
    }

    public <R extends Record> Route<Q, R> answering(Class<R> type) {
        return new Route<>(
                name, verb, path, access, query, request, JsonCodec.of(type), Kind.JSON, summary);
    }

    /** A list, a part at a time: {@code limit} and {@code after} come with it. */
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

    /** The same also as a stream that never ends. */
    public Route<Q, A> live() {
        return withKind(Kind.EVENTS);
    }

    /** What it answers is not JSON. */
    public Route<Q, A> answeringText() {
        return withKind(Kind.OTHER);
    }

    private Route<Q, A> withKind(Kind newKind) {
        return new Route<>(name, verb, path, access, query, request, answer, newKind, summary);
    }

    public boolean hasRequest() {
        return !request.equals(NOTHING);
    }

    /** What is sent where nothing is. */
    @SuppressWarnings("unchecked") // a route without a request was declared with Nothing
    public Q noBody() {
        if (hasRequest()) {
            throw new IllegalStateException("Something has to be sent: " + this);
        }
        return (Q) NoBody.NOTHING;
    }

    public boolean isPublic() {
        return access instanceof RouteAccess.Public;
    }

    /** The names of the open parts of the path, in order. */
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
