package slipway.surface.web.live;

import java.time.InstantSource;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.identity.AccessControl;
import slipway.identity.Principal;
import slipway.journal.Event;

/** A signed-in user or account that follows a stream. */
public final class PrincipalViewer implements StreamViewer {

    private final AccessControl accessControl;
    private final InstantSource clock;
    private volatile Principal principal;
    private volatile boolean ended;

    public PrincipalViewer(AccessControl accessControl, InstantSource clock, Principal principal) {
        this.accessControl = accessControl;
        this.clock = clock;
        this.principal = principal;
    }

    @Override
    public boolean refresh() {
        Optional<Principal> now = accessControl.recheck(principal, clock.instant());
        now.ifPresent(refreshed -> principal = refreshed);
        ended |= now.isEmpty();
        return !ended;
    }

    @Override
    public boolean maySeeTeam(Optional<String> team) {
        Principal viewer = principal;
        return !ended
                && (viewer.may(Permission.EVENTS_READ, TeamId.ALL)
                        || team.flatMap(TeamId::parse)
                                .filter(id -> viewer.may(Permission.EVENTS_READ, id))
                                .isPresent());
    }

    @Override
    public boolean maySee(Event event) {
        return !ended && EventFilter.maySee(principal, event);
    }
}
