package slipway.surface.web.http;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.PathParameter;

/**
 * Finds what is offered at a path: a tree of its parts. A part that is written out wins over an open one, and an open
 * part takes only what could be its name, so no path can lead to two places.
 */
final class Router {

    private final Map<String, Router> written = new HashMap<>();
    private final Map<HttpMethod, RouteHandler<?, ?>> here = new EnumMap<>(HttpMethod.class);
    private Optional<PathParameter> openPart = Optional.empty();
    private Optional<Router> open = Optional.empty();
    private boolean forAnybody = true;

    /**
     * What a path leads to.
     *
     * @param forAnybody whether everything offered there is public
     */
    record Found(
            Map<HttpMethod, RouteHandler<?, ?>> offered,
            Map<PathParameter, String> parts,
            boolean forAnybody) {}

    static Router of(List<RouteHandler<?, ?>> bindings) {
        var root = new Router();
        bindings.forEach(root::add);
        return root;
    }

    private void add(RouteHandler<?, ?> routeHandler) {
        Router at = this;
        for (String part : parts(routeHandler.route().path())) {
            at = part.startsWith("{") ? at.opening(part) : at.writing(part);
        }
        if (at.here.putIfAbsent(routeHandler.route().verb(), routeHandler) != null) {
            throw new IllegalStateException("Two routes at " + routeHandler.route());
        }
        at.forAnybody &= routeHandler.route().isPublic();
    }

    private Router writing(String part) {
        return written.computeIfAbsent(part, _ -> new Router());
    }

    private Router opening(String part) {
        PathParameter named = PathParameter.named(part.substring(1, part.length() - 1));
        if (openPart.isPresent() && openPart.get() != named) {
            throw new IllegalStateException("Two names for one part: " + openPart + ", " + part);
        }
        openPart = Optional.of(named);
        Router next = open.orElseGet(Router::new);
        open = Optional.of(next);
        return next;
    }

    Optional<Found> find(String path) {
        Map<PathParameter, String> taken = Map.of();
        Router at = this;
        // Cut up as it goes along: most requests take no open part, and need neither list nor map.
        for (int from = 1, end; path.length() > 1 && from <= path.length(); from = end + 1) {
            end = endOfPart(path, from);
            String part = path.substring(from, end);
            Router next = at.written.get(part);
            if (next == null) {
                if (at.open.isEmpty() || !at.openPart.orElseThrow().fits(part)) {
                    return Optional.empty();
                }
                taken = taken.isEmpty() ? new EnumMap<>(PathParameter.class) : taken;
                taken.put(at.openPart.get(), part);
                next = at.open.get();
            }
            at = next;
        }
        return at.here.isEmpty()
                ? Optional.empty()
                : Optional.of(new Found(at.here, taken, at.forAnybody));
    }

    /** Whether a path can be read in one way only: no empty parts, no dots that climb, no encodings. */
    static boolean isPlain(String path) {
        if (!path.startsWith("/") || path.contains("//")) {
            return false;
        }
        for (int i = 0; i < path.length(); i++) {
            if (!isPlain(path.charAt(i))) {
                return false;
            }
        }
        return path.indexOf('.') < 0
                || parts(path).stream().noneMatch(part -> part.equals(".") || part.equals(".."));
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '/'
                || c == '-'
                || c == '_'
                || c == '.'
                || c == '~';
    }

    /** A slash at the end begins a last, empty part, which nothing has. */
    private static List<String> parts(String path) {
        List<String> parts = new ArrayList<>();
        for (int from = 1, end; path.length() > 1 && from <= path.length(); from = end + 1) {
            end = endOfPart(path, from);
            parts.add(path.substring(from, end));
        }
        return parts;
    }

    private static int endOfPart(String path, int from) {
        int slash = path.indexOf('/', from);
        return slash < 0 ? path.length() : slash;
    }
}
