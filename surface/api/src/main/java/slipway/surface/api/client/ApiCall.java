package slipway.surface.api.client;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import slipway.spec.SpecKey;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;

/**
 * One request to a route.
 *
 * <pre>{@code
 * client.call(ApiCall.to(TeamRoutes.SET_ROLE).with(TEAM, "vision").with(USER, mira).sending(new RoleChange(LEAD)));
 * }</pre>
 */
public final class ApiCall<Q, A> {

    private final Route<Q, A> route;
    private final Map<PathParameter, String> parts;
    private final Map<String, String> query;
    private final Optional<Q> body;
    private final Optional<String> idempotencyKey;

    private ApiCall(
            Route<Q, A> route,
            Map<PathParameter, String> parts,
            Map<String, String> query,
            Optional<Q> body,
            Optional<String> key) {
        this.route = route;
        this.parts = parts;
        this.query = query;
        this.body = body;
        this.idempotencyKey = key;
    }

    public static <Q, A> ApiCall<Q, A> to(Route<Q, A> route) {
        return new ApiCall<>(route, Map.of(), Map.of(), Optional.empty(), Optional.empty());
    }

    /** Sets a path parameter. A value that does not match its pattern is a problem: it names nothing. */
    public ApiCall<Q, A> with(PathParameter part, Object value) {
        String text = value.toString();
        if (!route.parts().contains(part.word())) {
            throw new IllegalArgumentException(
                    "The path " + route + " has no parameter " + part.word());
        }
        if (!part.fits(text)) {
            throw ClientProblems.noSuchName(part, text);
        }
        Map<PathParameter, String> more = new LinkedHashMap<>(parts);
        more.put(part, text);
        return new ApiCall<>(route, more, query, body, idempotencyKey);
    }

    public <T> ApiCall<Q, A> query(SpecKey<T> key, T value) {
        if (!route.query().keys().contains(key)) {
            throw new IllegalArgumentException(route + " has no query parameter " + key.name());
        }
        Map<String, String> more = new LinkedHashMap<>(query);
        more.put(key.name(), format(value));
        return new ApiCall<>(route, parts, more, body, idempotencyKey);
    }

    private static String format(Object value) {
        return value instanceof Enum<?> constant
                ? constant.name().toLowerCase(Locale.ROOT).replace('_', '-')
                : value.toString();
    }

    public ApiCall<Q, A> sending(Q request) {
        return new ApiCall<>(route, parts, query, Optional.of(request), idempotencyKey);
    }

    /** Sends it with this key: a repetition with the same key gets the first answer. */
    public ApiCall<Q, A> withIdempotencyKey(String idempotencyKey) {
        return new ApiCall<>(route, parts, query, body, Optional.of(idempotencyKey));
    }

    public Route<Q, A> route() {
        return route;
    }

    Optional<String> idempotencyKey() {
        return idempotencyKey;
    }

    /** A change without a key may have been executed although its answer was lost, so it is not repeated. */
    boolean isRepeatable() {
        return !route.verb().changes() || idempotencyKey.isPresent();
    }

    /** The server accepts keys on POST; signing in creates nothing that lasts. */
    boolean acceptsIdempotencyKey() {
        return route.verb() == HttpMethod.POST && !route.isPublic();
    }

    /** The request body as JSON. */
    public Optional<byte[]> body() {
        if (!route.hasRequest()) {
            return Optional.empty();
        }
        Q request =
                body.orElseThrow(() -> new IllegalArgumentException(route + " needs a request"));
        return Optional.of(route.request().write(request));
    }

    /** The complete address at a server. */
    public URI at(URI server) {
        String base = server.toString();
        String path = route.path();
        for (String name : route.parts()) {
            String value = parts.get(PathParameter.named(name));
            if (value == null) {
                throw new IllegalArgumentException("The path " + route + " needs its " + name);
            }
            path = path.replace("{" + name + "}", value);
        }
        List<String> parameters = new ArrayList<>();
        query.forEach((name, value) -> parameters.add(name + "=" + escaped(value)));
        String end = parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
        return URI.create(
                (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path + end);
    }

    private static String escaped(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return route.toString();
    }
}
