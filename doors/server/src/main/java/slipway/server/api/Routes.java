package slipway.server.api;

import io.javalin.config.RoutesConfig;
import java.util.Set;

/** What a room offers over HTTP. */
public interface Routes {

    void addTo(RoutesConfig routes);

    /** Paths that anybody may see. Whatever is not named here needs a token. */
    default Set<String> open() {
        return Set.of();
    }

    /** The server stops: requests that would go on for ever end now. */
    default void end() {}
}
