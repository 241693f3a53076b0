package slipway.surface.web.http;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import slipway.base.Problem;

/**
 * The host names that this server accepts. Without this check a foreign page could reach the server under its own host
 * name (DNS rebinding) and would count as a page of this server. IP addresses cannot be rebound.
 */
public final class AllowedHosts {

    private static final Pattern IP_ADDRESS =
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]");

    private final Set<String> names;
    private final boolean anyIpAddress;

    /**
     * @param more names that an administrator configured
     * @param reachable whether other machines can reach the server, by any of its IP addresses
     */
    public AllowedHosts(Set<String> more, boolean reachable) {
        this.names = new TreeSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
        more.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        this.anyIpAddress = reachable;
    }

    public void check(Request request) {
        String host = host(request);
        if (!names.contains(host) && !(anyIpAddress && IP_ADDRESS.matcher(host).matches())) {
            throw new Problem(
                    HttpProblems.WRONG_HOST,
                    "The host of the request is not a name of this server.",
                    "Its names are "
                            + String.join(", ", names)
                            + (anyIpAddress ? " and its addresses." : "."),
                    "Use one of these, or ask an admin to set public_url.");
        }
        checkOrigin(request);
    }

    /** A browser states which site's page sent a request. Other clients do not. */
    private void checkOrigin(Request request) {
        List<String> origins = request.getHeaders().getValuesList(HttpHeader.ORIGIN);
        String site = request.getHeaders().get("Sec-Fetch-Site");
        boolean crossSite = site != null && (site.equals("cross-site") || site.equals("same-site"));
        boolean navigates = "navigate".equals(request.getHeaders().get("Sec-Fetch-Mode"));
        boolean foreign = origins.stream().anyMatch(origin -> !isOwn(origin, request));
        if (foreign || (crossSite && !(navigates && request.getMethod().equals("GET")))) {
            throw new Problem(
                    HttpProblems.FOREIGN_ORIGIN,
                    "The request was refused.",
                    "It was sent by a page of another site.",
                    "Open the page on this server; a program must omit the header Origin.");
        }
    }

    private static boolean isOwn(String origin, Request request) {
        String scheme = request.isSecure() ? "https" : "http";
        try {
            URI from = URI.create(origin);
            String authority = String.valueOf(from.getRawAuthority()).toLowerCase(Locale.ROOT);
            // Behind a proxy that ends TLS the browser's scheme is https and ours is not.
            boolean sameScheme =
                    scheme.equals(from.getScheme()) || "https".equals(from.getScheme());
            return sameScheme && authority.equals(hostAndPort(request));
        } catch (IllegalArgumentException invalid) {
            return false;
        }
    }

    private static String host(Request request) {
        String authority = hostAndPort(request);
        int end = authority.length();
        while (end > 0 && authority.charAt(end - 1) >= '0' && authority.charAt(end - 1) <= '9') {
            end--;
        }
        return end > 0 && authority.charAt(end - 1) == ':'
                ? authority.substring(0, end - 1)
                : authority;
    }

    /** In HTTP/2 a part of the URI, in HTTP/1.1 a header. */
    private static String hostAndPort(Request request) {
        String authority = request.getHttpURI().getAuthority();
        String header = request.getHeaders().get(HttpHeader.HOST);
        String host = authority != null ? authority : header == null ? "" : header;
        return host.toLowerCase(Locale.ROOT);
    }
}
