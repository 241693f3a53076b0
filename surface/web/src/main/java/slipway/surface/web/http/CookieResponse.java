package slipway.surface.web.http;

import java.util.List;
import org.eclipse.jetty.http.HttpCookie;

/** An answer with cookies. */
public record CookieResponse<A>(A value, List<HttpCookie> cookies) {

    public CookieResponse {
        cookies = List.copyOf(cookies);
    }

    public static <A> CookieResponse<A> of(A value) {
        return new CookieResponse<>(value, List.of());
    }
}
