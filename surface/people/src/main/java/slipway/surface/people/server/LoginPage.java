package slipway.surface.people.server;

import java.util.Optional;

/**
 * The content of the sign-in page. It reveals nothing about the server's data.
 *
 * @param host the name of this server
 * @param lasting how long a session lasts
 * @param provider the host of the single sign-on provider
 * @param returnTo the page of this server to open after sign-in
 * @param signOn the path that begins single sign-on
 */
public record LoginPage(
        String host, String lasting, Optional<String> provider, String returnTo, String signOn) {}
