package slipway.server.api.guard;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.guard.Guard;
import slipway.server.api.Binding;
import slipway.server.api.Gatekeeper;

/** All handlers of this room. */
public final class GuardHandlers {

    private final Guard guard;
    private final Gatekeeper gatekeeper;
    private final InstantSource clock;
    private final Optional<SingleSignOn> signOn;

    public GuardHandlers(
            Guard guard,
            Gatekeeper gatekeeper,
            InstantSource clock,
            Optional<SingleSignOn> signOn) {
        this.guard = guard;
        this.gatekeeper = gatekeeper;
        this.clock = clock;
        this.signOn = signOn;
    }

    public List<Binding<?, ?>> bindings() {
        var tokens = new Tokens(guard, clock);
        return Stream.of(
                        new TeamHandlers(guard, clock).bindings(),
                        new AccountHandlers(guard, tokens).bindings(),
                        new UserHandlers(guard, tokens).bindings(),
                        new SignOnHandlers(guard, signOn, tokens).bindings(),
                        new OwnHandlers(guard, gatekeeper, clock, tokens).bindings())
                .flatMap(List::stream)
                .toList();
    }
}
