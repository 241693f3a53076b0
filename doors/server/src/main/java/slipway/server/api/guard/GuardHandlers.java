package slipway.server.api.guard;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.guard.AccessControl;
import slipway.server.api.Binding;
import slipway.server.api.Gatekeeper;

/** All handlers of this room. */
public final class GuardHandlers {

    private final AccessControl accessControl;
    private final Gatekeeper authenticator;
    private final InstantSource clock;
    private final Optional<SingleSignOn> signOn;

    public GuardHandlers(
            AccessControl accessControl,
            Gatekeeper authenticator,
            InstantSource clock,
            Optional<SingleSignOn> signOn) {
        this.accessControl = accessControl;
        this.authenticator = authenticator;
        this.clock = clock;
        this.signOn = signOn;
    }

    public List<Binding<?, ?>> bindings() {
        var tokenActions = new Tokens(accessControl, clock);
        return Stream.of(
                        new TeamHandlers(accessControl, clock).bindings(),
                        new AccountHandlers(accessControl, tokenActions).bindings(),
                        new UserHandlers(accessControl, tokenActions).bindings(),
                        new SignOnHandlers(accessControl, signOn, tokenActions).bindings(),
                        new OwnHandlers(accessControl, authenticator, clock, tokenActions)
                                .bindings())
                .flatMap(List::stream)
                .toList();
    }
}
