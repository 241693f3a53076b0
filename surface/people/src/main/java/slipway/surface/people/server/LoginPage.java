package slipway.surface.people.server;

import java.util.Optional;

/**
 * What the sign-in page shows; nothing about what is behind it.
 *
 * @param host the name this server is reached by
 * @param provider who offers single sign-on
 * @param returnTo where to go then, on this server
 * @param signOn where single sign-on begins
 */
public record LoginPage(
        String host, String lasting, Optional<String> provider, String returnTo, String signOn) {}
