package slipway.surface.people.server;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.identity.AccessControl;
import slipway.surface.web.http.Authenticator;
import slipway.surface.web.http.RouteHandler;

/** All route handlers of this slice. */
public final class PeopleSurface {

    private final AccessControl accessControl;
    private final Authenticator authenticator;
    private final InstantSource clock;
    private final Optional<SignOnSetup> signOn;

    public PeopleSurface(
            AccessControl accessControl,
            Authenticator authenticator,
            InstantSource clock,
            Optional<SignOnSetup> signOn) {
        this.accessControl = accessControl;
        this.authenticator = authenticator;
        this.clock = clock;
        this.signOn = signOn;
    }

    public List<RouteHandler<?, ?>> bindings() {
        var tokenActions = new TokenActions(accessControl, clock);
        return Stream.of(
                        new TeamHandlers(accessControl, clock).bindings(),
                        new AccountHandlers(accessControl, tokenActions).bindings(),
                        new UserHandlers(accessControl, tokenActions).bindings(),
                        new SignOnHandlers(accessControl, signOn, tokenActions).bindings(),
                        new CurrentUserHandlers(accessControl, authenticator, clock, tokenActions)
                                .bindings())
                .flatMap(List::stream)
                .toList();
    }
}
