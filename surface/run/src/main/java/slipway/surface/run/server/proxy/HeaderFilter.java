package slipway.surface.run.server.proxy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import slipway.surface.run.server.proxy.AppHead.Header;

/**
 * Selects the headers to forward. A browser scopes cookies to a host and not to a port, so it sends Slipway's own
 * cookies to every workspace and would accept new ones from there; the filter drops both.
 */
final class HeaderFilter {

    /** The prefix of all cookies of Slipway. */
    private static final String OWN_PREFIX = "slipway_";

    /** RFC 9110, section 7.6.1. */
    private static final Set<String> HOP_BY_HOP =
            Set.of(
                    "connection",
                    "keep-alive",
                    "proxy-authenticate",
                    "proxy-authorization",
                    "proxy-connection",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade");

    /** Tokens, and headers that only the proxy itself may set. */
    private static final Set<String> DROPPED_FROM_REQUEST =
            Set.of(
                    "authorization",
                    "content-length",
                    "cookie",
                    "expect",
                    "forwarded",
                    "x-forwarded-for",
                    "x-forwarded-host",
                    "x-forwarded-port",
                    "x-forwarded-proto",
                    "x-real-ip");

    /** These apply to the whole host, and so to Slipway's own pages. */
    private static final Set<String> DROPPED_FROM_ANSWER =
            Set.of("alt-svc", "clear-site-data", "set-cookie2", "strict-transport-security");

    private HeaderFilter() {}

    /** The headers of a request that the app gets, with the cookies that are not Slipway's. */
    static List<Header> request(HttpFields fields) {
        Set<String> dropped = new HashSet<>(HOP_BY_HOP);
        dropped.addAll(DROPPED_FROM_REQUEST);
        dropped.addAll(listedIn(fields.getValuesList("Connection")));
        List<Header> headers =
                fields.stream()
                        .filter(field -> !dropped.contains(lower(field.getName())))
                        .map(field -> new Header(field.getName(), value(field)))
                        .collect(Collectors.toList());
        cookies(fields).ifPresent(text -> headers.add(new Header("Cookie", text)));
        return headers;
    }

    /** The headers of an answer that the browser gets. */
    static List<Header> answer(List<Header> headers) {
        Set<String> dropped = new HashSet<>(HOP_BY_HOP);
        dropped.addAll(DROPPED_FROM_ANSWER);
        dropped.addAll(
                listedIn(
                        headers.stream()
                                .filter(header -> header.is("Connection"))
                                .map(Header::value)
                                .toList()));
        return headers.stream()
                .filter(header -> !dropped.contains(lower(header.name())))
                .filter(header -> !header.is("Set-Cookie") || isAllowedCookie(header.value()))
                .toList();
    }

    private static Optional<String> cookies(HttpFields fields) {
        String forwarded =
                fields.getValuesList("Cookie").stream()
                        .flatMap(line -> Arrays.stream(line.split(";", -1)))
                        .map(String::strip)
                        .filter(cookie -> !cookie.isEmpty() && !isOwnCookie(cookie))
                        .collect(Collectors.joining("; "));
        return forwarded.isEmpty() ? Optional.empty() : Optional.of(forwarded);
    }

    private static boolean isOwnCookie(String cookie) {
        return lower(cookie).startsWith(OWN_PREFIX);
    }

    /** A cookie with a domain would be sent to every port and every host of it. */
    private static boolean isAllowedCookie(String cookie) {
        boolean hasDomain =
                Arrays.stream(cookie.split(";", -1))
                        .skip(1)
                        .anyMatch(part -> lower(part.strip()).matches("domain\\s*(=.*)?"));
        // A cookie without a name is sent as its value alone, which can look like a cookie of
        // Slipway.
        boolean nameless = cookie.strip().startsWith("=") || !cookie.split(";", 2)[0].contains("=");
        return !hasDomain && !nameless && !isOwnCookie(cookie.strip());
    }

    private static Set<String> listedIn(List<String> connection) {
        return connection.stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(name -> lower(name.strip()))
                .collect(Collectors.toSet());
    }

    private static String value(HttpField field) {
        String value = field.getValue();
        return value == null ? "" : value;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
