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
 * For which names this server answers. A page in somebody's browser can reach its address too, under a name of its own
 * choosing, and would then count as this server's own page. Addresses written as numbers cannot be borrowed so.
 */
public final class AllowedHosts {

    private static final Pattern NUMBERS =
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]");

    private final Set<String> names;
    private final boolean anyNumber;

    /**
     * @param more names an admin gave
     * @param reachable whether other machines come in, by whatever number this machine has there
     */
    public AllowedHosts(Set<String> more, boolean reachable) {
        this.names = new TreeSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
        more.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        this.anyNumber = reachable;
    }

    public void check(Request request) {
        String host = host(request);
        if (!names.contains(host) && !(anyNumber && NUMBERS.matcher(host).matches())) {
            throw new Problem(
                    HttpProblems.WRONG_HOST,
                    "The request asks for a host that this server is not.",
                    "It answers to "
                            + String.join(", ", names)
                            + (anyNumber ? " and its addresses." : "."),
                    "Use one of these, or have an admin add the name to public_url.");
        }
        checkOrigin(request);
    }

    /** A browser says which site's page sent a request. Others send none. */
    private void checkOrigin(Request request) {
        List<String> origins = request.getHeaders().getValuesList(HttpHeader.ORIGIN);
        String site = request.getHeaders().get("Sec-Fetch-Site");
        boolean crossSite = site != null && (site.equals("cross-site") || site.equals("same-site"));
        boolean navigates = "navigate".equals(request.getHeaders().get("Sec-Fetch-Mode"));
        boolean foreign = origins.stream().anyMatch(origin -> !isOwn(origin, request));
        if (foreign || (crossSite && !(navigates && request.getMethod().equals("GET")))) {
            throw new Problem(
                    HttpProblems.FOREIGN_ORIGIN,
                    "The request was not let in.",
                    "It was sent by a page of another site.",
                    "Open the page on this server itself; a program leaves the header Origin out.");
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
        } catch (IllegalArgumentException notOne) {
            return false;
        }
    }

    private static String host(Request request) {
        String both = hostAndPort(request);
        int end = both.length();
        while (end > 0 && both.charAt(end - 1) >= '0' && both.charAt(end - 1) <= '9') {
            end--;
        }
        return end > 0 && both.charAt(end - 1) == ':' ? both.substring(0, end - 1) : both;
    }

    /** HTTP/2 has it as a part of the address, HTTP/1.1 as a header. */
    private static String hostAndPort(Request request) {
        String authority = request.getHttpURI().getAuthority();
        String header = request.getHeaders().get(HttpHeader.HOST);
        String said = authority != null ? authority : header == null ? "" : header;
        return said.toLowerCase(Locale.ROOT);
    }
}
