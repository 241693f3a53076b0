/**
 * What anybody may see
 *
 * <p>Words: those of {@link slipway.server.web}.
 *
 * <p>Front door: {@link slipway.server.web.login. the page to sign in, and whether the server is well.}.
 *
 * <p>Invariant: LoginPages:an open page says nothing about what is behind the door.
 */
@NullMarked
package slipway.server.web.login;

import org.jspecify.annotations.NullMarked;
