package slipway.server.api;

import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpCookie;

/**
 * An answer that is not JSON of ours.
 *
 * @param to where the browser is sent instead, with status 303
 */
public record Text(
        int status, String type, String body, Optional<String> to, List<HttpCookie> cookies) {

    public Text {
        cookies = List.copyOf(cookies);
    }

    public static Text of(int status, String type, String body) {
        return new Text(status, type, body, Optional.empty(), List.of());
    }

    public static Text redirect(String to, HttpCookie... cookies) {
        return new Text(303, "text/plain", "", Optional.of(to), List.of(cookies));
    }
}
