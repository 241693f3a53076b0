package slipway.surface.api.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * A server, and how to sign in there.
 *
 * @param name as people call it: {@code local}, {@code lab}
 * @param url where it is: {@code https://slipway.example.org}
 * @param token without one only what is open to anybody can be called
 * @param pin trust exactly this certificate; without it, those that the system trusts
 */
public record ServerContext(
        String name, URI url, Optional<AccessToken> token, Optional<CertificateFingerprint> pin) {

    public ServerContext {
        if (!isServer(url)) {
            throw new IllegalArgumentException("Not the address of a server: " + url);
        }
    }

    /** An address of a server that nobody has to sign in to. */
    public static ServerContext open(String name, URI url) {
        return new ServerContext(name, url, Optional.empty(), Optional.empty());
    }

    public ServerContext with(AccessToken newToken) {
        return new ServerContext(name, url, Optional.of(newToken), pin);
    }

    /** An address with a scheme we speak and a host, and without what a request adds or a log should not see. */
    public static Optional<URI> parseUrl(String text) {
        try {
            URI url = new URI(text.strip());
            return isServer(url) ? Optional.of(url) : Optional.empty();
        } catch (URISyntaxException notOne) {
            return Optional.empty();
        }
    }

    private static boolean isServer(URI url) {
        return ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
                && url.getHost() != null
                && url.getRawUserInfo() == null
                && url.getRawQuery() == null
                && url.getRawFragment() == null;
    }
}
