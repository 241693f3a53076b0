package slipway.surface.web.http;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpCookie;

/**
 * The cookies of a request, and the making of the server's cookies. SameSite is Lax, because with Strict a browser
 * would not send the session when it returns from single sign-on; every change needs a CSRF token besides the cookie.
 *
 * @param secure whether the browser uses TLS, so that cookies are sent over TLS only
 */
public record Cookies(List<HttpCookie> received, boolean secure) {

    static final String SESSION = "slipway_session";
    static final String SIGN_ON = "slipway_sign_on";

    /** The value of a cookie. */
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
