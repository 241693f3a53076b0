package slipway.surface.web.http;

import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpCookie;

/**
 * A text answer, such as a page, or a redirect.
 *
 * @param to the target of a redirect with status 303
 */
public record TextResponse(
        int status, String type, String body, Optional<String> to, List<HttpCookie> cookies) {

    public TextResponse {
        cookies = List.copyOf(cookies);
    }

    public static TextResponse of(int status, String type, String body) {
        return new TextResponse(status, type, body, Optional.empty(), List.of());
    }

    public static TextResponse redirect(String to, HttpCookie... cookies) {
        return new TextResponse(303, "text/plain", "", Optional.of(to), List.of(cookies));
    }
}
