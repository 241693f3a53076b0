/**
 * Single sign-on: people come in through the OpenID provider of their company (authorisation code with PKCE).
 *
 * <p>Words: the <em>provider</em> is who knows the people and signs for them; a <em>trip</em> is a browser's way to the
 * provider and back; its <em>cookie</em> is the sealed luggage of that trip, of use to nobody but us; an
 * <em>identity</em> is what the provider says of a person, after every check; a <em>group mapping</em> says which
 * groups there mean which roles here.
 *
 * <p>Front door: {@link slipway.signon.SignOn}. It knows no HTTP server: a caller hands in the cookie and the query
 * of the request, and gets an address to redirect to, or an identity.
 *
 * <p>Invariant: there is no identity without a signature by one of the provider's own keys over a token that was made
 * for us, for this trip, and is valid now. No code, secret or token appears in a problem.
 */
@NullMarked
package slipway.signon;

import org.jspecify.annotations.NullMarked;
