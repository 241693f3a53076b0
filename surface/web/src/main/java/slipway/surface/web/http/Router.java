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
 * Finds the routes of a path in a tree of path segments. A literal segment takes precedence over a parameter, and a
 * parameter matches only its pattern, so that every path has one match.
 */
final class Router {

    private final Map<String, Router> literals = new HashMap<>();
    private final Map<HttpMethod, RouteHandler<?, ?>> handlers = new EnumMap<>(HttpMethod.class);
    private Optional<PathParameter> parameter = Optional.empty();
    private Optional<Router> parameterChild = Optional.empty();
    private boolean allPublic = true;

    /**
     * The routes of a path.
     *
     * @param allPublic whether all routes of the path are public
     */
    record Match(
            Map<HttpMethod, RouteHandler<?, ?>> handlers,
            Map<PathParameter, String> parts,
            boolean allPublic) {}

    static Router of(List<RouteHandler<?, ?>> bindings) {
        var root = new Router();
        bindings.forEach(root::add);
        return root;
    }

    private void add(RouteHandler<?, ?> routeHandler) {
        Router at = this;
        for (String part : parts(routeHandler.route().path())) {
            at = part.startsWith("{") ? at.addParameterChild(part) : at.literalChild(part);
        }
        if (at.handlers.putIfAbsent(routeHandler.route().verb(), routeHandler) != null) {
            throw new IllegalStateException("Two routes at " + routeHandler.route());
        }
        at.allPublic &= routeHandler.route().isPublic();
    }

    private Router literalChild(String part) {
        return literals.computeIfAbsent(part, _ -> new Router());
    }

    private Router addParameterChild(String part) {
        PathParameter named = PathParameter.named(part.substring(1, part.length() - 1));
        if (parameter.isPresent() && parameter.get() != named) {
            throw new IllegalStateException(
                    "Two names for one parameter: " + parameter + ", " + part);
        }
        parameter = Optional.of(named);
        Router next = parameterChild.orElseGet(Router::new);
        parameterChild = Optional.of(next);
        return next;
    }

    Optional<Match> find(String path) {
        Map<PathParameter, String> values = Map.of();
        Router at = this;
        // Splits the path without a list or map, because most paths have no parameters.
        for (int from = 1, end; path.length() > 1 && from <= path.length(); from = end + 1) {
            end = endOfPart(path, from);
            String part = path.substring(from, end);
            Router next = at.literals.get(part);
            if (next == null) {
                if (at.parameterChild.isEmpty() || !at.parameter.orElseThrow().fits(part)) {
                    return Optional.empty();
                }
                values = values.isEmpty() ? new EnumMap<>(PathParameter.class) : values;
                values.put(at.parameter.get(), part);
                next = at.parameterChild.get();
            }
            at = next;
        }
        return at.handlers.isEmpty()
                ? Optional.empty()
                : Optional.of(new Match(at.handlers, values, at.allPublic));
    }

    /** Whether a path has only one interpretation: no empty segments, no dot segments, no encoded characters. */
    static boolean isUnambiguous(String path) {
        if (!path.startsWith("/") || path.contains("//")) {
            return false;
        }
        for (int i = 0; i < path.length(); i++) {
            if (!isUnambiguous(path.charAt(i))) {
                return false;
            }
        }
        return path.indexOf('.') < 0
                || parts(path).stream().noneMatch(part -> part.equals(".") || part.equals(".."));
    }

    private static boolean isUnambiguous(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '/'
                || c == '-'
                || c == '_'
                || c == '.'
                || c == '~';
    }

    /** A slash at the end begins an empty last segment, which no route has. */
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
