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
 * Which headers go through. A browser keeps cookies for a host and not for a port, so it sends Slipway's own to every
 * workspace, and would take new ones from there: neither passes.
 */
final class HeaderFilter {

    /** How every cookie of Slipway begins. */
    private static final String OURS = "slipway_";

    /** Between two neighbours only; the proxy makes its own. */
    private static final Set<String> NEXT_HOP =
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

    /** Tokens, and what only the proxy itself can know. */
    private static final Set<String> NOT_ASKED =
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

    /** What holds for the whole host, and so for Slipway's own pages too. */
    private static final Set<String> NOT_ANSWERED =
            Set.of("alt-svc", "clear-site-data", "set-cookie2", "strict-transport-security");

    private HeaderFilter() {}

    /** What of a request's headers the app gets, the cookies among them. */
    static List<Header> request(HttpFields fields) {
        Set<String> dropped = new HashSet<>(NEXT_HOP);
        dropped.addAll(NOT_ASKED);
        dropped.addAll(named(fields.getValuesList("Connection")));
        List<Header> headers =
                fields.stream()
                        .filter(field -> !dropped.contains(lower(field.getName())))
                        .map(field -> new Header(field.getName(), value(field)))
                        .collect(Collectors.toList());
        cookies(fields).ifPresent(text -> headers.add(new Header("Cookie", text)));
        return headers;
    }

    /** What of an answer's headers the browser gets. */
    static List<Header> answer(List<Header> headers) {
        Set<String> dropped = new HashSet<>(NEXT_HOP);
        dropped.addAll(NOT_ANSWERED);
        dropped.addAll(
                named(
                        headers.stream()
                                .filter(header -> header.is("Connection"))
                                .map(Header::value)
                                .toList()));
        return headers.stream()
                .filter(header -> !dropped.contains(lower(header.name())))
                .filter(header -> !header.is("Set-Cookie") || isItsOwn(header.value()))
                .toList();
    }

    private static Optional<String> cookies(HttpFields fields) {
        String theirs =
                fields.getValuesList("Cookie").stream()
                        .flatMap(line -> Arrays.stream(line.split(";", -1)))
                        .map(String::strip)
                        .filter(cookie -> !cookie.isEmpty() && !isOurs(cookie))
                        .collect(Collectors.joining("; "));
        return theirs.isEmpty() ? Optional.empty() : Optional.of(theirs);
    }

    private static boolean isOurs(String cookie) {
        return lower(cookie).startsWith(OURS);
    }

    /** One that names a domain would be sent to every port and every host of it. */
    private static boolean isItsOwn(String cookie) {
        boolean wide =
                Arrays.stream(cookie.split(";", -1))
                        .skip(1)
                        .anyMatch(part -> lower(part.strip()).matches("domain\\s*(=.*)?"));
        // A cookie without a name is sent as its value alone, which then may look like one of ours.
        boolean nameless = cookie.strip().startsWith("=") || !cookie.split(";", 2)[0].contains("=");
        return !wide && !nameless && !isOurs(cookie.strip());
    }

    private static Set<String> named(List<String> connection) {
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
