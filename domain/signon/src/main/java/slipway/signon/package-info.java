/**
 * Single sign-on with an OpenID Connect provider: the authorization code flow with PKCE.
 *
 * <p>Terms: the <em>provider</em> authenticates people and signs ID tokens; a <em>flow</em> is one sign-in, from the
 * redirect to the provider until the browser returns; its state is encrypted in a <em>cookie</em>; an <em>identity</em>
 * is what a checked ID token says of a person; a <em>group mapping</em> maps groups of the provider to roles here.
 *
 * <p>Entry point: {@link slipway.signon.SignOn}. It knows no HTTP server: a caller passes the cookie and the query of a
 * request, and gets an address to redirect to, or an identity.
 *
 * <p>Invariant: an identity exists only for an ID token that one of the provider's own keys signed, for this client and
 * this flow, and that is valid now. No code, secret or token appears in a problem.
 */
@NullMarked
package slipway.signon;

import org.jspecify.annotations.NullMarked;
