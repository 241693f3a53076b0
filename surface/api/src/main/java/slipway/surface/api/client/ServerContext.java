package slipway.surface.api.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * A server with the credentials for it.
 *
 * @param name the user's name for it: {@code local}, {@code lab}
 * @param url the server's address: {@code https://slipway.example.org}
 * @param token without it only public routes can be called
 * @param pin the only trusted certificate; without it, the system's trust applies
 */
public record ServerContext(
        String name, URI url, Optional<AccessToken> token, Optional<CertificateFingerprint> pin) {

    public ServerContext {
        if (!isServer(url)) {
            throw new IllegalArgumentException("Not the address of a server: " + url);
        }
    }

    /** A server without credentials. */
    public static ServerContext open(String name, URI url) {
        return new ServerContext(name, url, Optional.empty(), Optional.empty());
    }

    public ServerContext with(AccessToken newToken) {
        return new ServerContext(name, url, Optional.of(newToken), pin);
    }

    /** A valid server address has the scheme HTTP or HTTPS and a host, but no user, query or fragment. */
    public static Optional<URI> parseUrl(String text) {
        try {
            URI url = new URI(text.strip());
            return isServer(url) ? Optional.of(url) : Optional.empty();
        } catch (URISyntaxException invalid) {
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
