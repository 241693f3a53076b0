package slipway.surface.web.http;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpCookie;

/**
 * The cookies of a request, and how ours are made. SameSite is Lax, because Strict would keep the session from a
 * browser that comes back from single sign-on; every change needs more than the cookie anyway.
 *
 * @param secure whether the browser came by TLS, so that it sends the cookie by TLS alone
 */
public record Cookies(List<HttpCookie> received, boolean secure) {

    static final String SESSION = "slipway_session";
    static final String SIGN_ON = "slipway_sign_on";

    /** What the browser keeps under a name. */
    public Optional<String> value(String name) {
        return received.stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    public Optional<String> session() {
        return value(SESSION);
    }

    public Optional<String> signOn() {
        return value(SIGN_ON);
    }

    public HttpCookie session(String text, Duration maxAge) {
        return make(SESSION, text, maxAge, "/");
    }

    public HttpCookie noSession() {
        return make(SESSION, "", Duration.ZERO, "/");
    }

    public HttpCookie signOn(String text, Duration maxAge) {
        return make(SIGN_ON, text, maxAge, "/login/sso");
    }

    public HttpCookie noSignOn() {
        return signOn("", Duration.ZERO);
    }

    private HttpCookie make(String name, String text, Duration maxAge, String path) {
        return HttpCookie.build(name, text)
                .httpOnly(true)
                .secure(secure)
                .sameSite(HttpCookie.SameSite.LAX)
                .path(path)
                .maxAge(maxAge.toSeconds())
                .build();
    }
}
