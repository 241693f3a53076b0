package slipway.server.api;

import java.util.List;
import org.eclipse.jetty.http.HttpCookie;

/** An answer and the cookies that go with it. */
public record Reply<A>(A value, List<HttpCookie> cookies) {

    public Reply {
        cookies = List.copyOf(cookies);
    }

    public static <A> Reply<A> of(A value) {
        return new Reply<>(value, List.of());
    }
}
