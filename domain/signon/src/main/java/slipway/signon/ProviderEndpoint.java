package slipway.signon;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A checked address of the provider, to which a browser or a request may be sent. */
record ProviderEndpoint(URI uri) {

    private static final int MAX_LENGTH = 2_000;
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[::1]");

    /** The address of the discovery document. */
    static ProviderEndpoint ofDiscovery(OidcProvider oidcProvider) {
        String issuer = oidcProvider.issuer();
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        return new ProviderEndpoint(URI.create(base + "/.well-known/openid-configuration"));
    }

    /** An endpoint that the discovery document names, if its host is allowed for this provider. */
    static Optional<ProviderEndpoint> named(String text, OidcProvider oidcProvider) {
        return address(text)
                .filter(ProviderEndpoint::isSafe)
                .filter(uri -> belongs(uri, oidcProvider))
                .map(ProviderEndpoint::new);
    }

    /** An absolute http or https address with a host and without user information or fragment. */
    static Optional<URI> address(String text) {
        try {
            var uri = new URI(text);
            boolean whole =
                    text.length() <= MAX_LENGTH
                            && uri.getHost() != null
                            && uri.getRawUserInfo() == null
                            && uri.getRawFragment() == null
                            && ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()));
            return whole ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException notOne) {
            return Optional.empty();
        }
    }

    /** Whether traffic to the address is protected: https, or this machine. */
    static boolean isSafe(URI uri) {
        return "https".equals(uri.getScheme())
                || LOOPBACK.matcher(uri.getHost().toLowerCase(Locale.ROOT)).matches();
    }

    private static boolean belongs(URI uri, OidcProvider oidcProvider) {
        String there = hostAndPort(uri);
        return there.equals(hostAndPort(URI.create(oidcProvider.issuer())))
                || oidcProvider.otherHosts().stream()
                        .anyMatch(host -> withPort(host).equals(there));
    }

    private static String hostAndPort(URI uri) {
        int standard = "https".equals(uri.getScheme()) ? 443 : 80;
        int port = uri.getPort() < 0 ? standard : uri.getPort();
        return uri.getHost().toLowerCase(Locale.ROOT) + ":" + port;
    }

    private static String withPort(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.matches(".*:\\d+") ? lower : lower + ":443";
    }
}
