package slipway.surface.web.live;

import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.identity.Principal;
import slipway.journal.Event;
import slipway.spec.BlockValues;
import slipway.surface.api.event.EventRoutes;

/** Decides which events match a query, and which a principal may see. */
public record EventFilter(
        Optional<String> kind,
        Optional<String> actor,
        Optional<String> subject,
        Optional<String> team) {

    /** Every event. */
    public static final EventFilter ALL =
            new EventFilter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public static EventFilter of(BlockValues query) {
        return new EventFilter(
                query.find(EventRoutes.KIND),
                query.find(EventRoutes.ACTOR),
                query.find(EventRoutes.SUBJECT),
                query.find(EventRoutes.TEAM));
    }

    public boolean matches(Event event) {
        return is(subject, event.what().subject())
                && is(team, event.what().team().orElse(""))
                && is(actor, event.what().actor().name())
                && (kind.isEmpty() || is(kind, event.kind()));
    }

    private static boolean is(Optional<String> wanted, String value) {
        return wanted.isEmpty() || wanted.get().equals(value);
    }

    /** An event without a team, or of a team that was removed, is visible only with the permission everywhere. */
    public static boolean maySee(Principal principal, Event event) {
        return principal.may(Permission.EVENTS_READ, TeamId.ALL)
                || event.what()
                        .team()
                        .flatMap(TeamId::parse)
                        .flatMap(principal.directory().teams()::get)
                        .filter(team -> !event.at().isBefore(team.made()))
                        .filter(team -> principal.may(Permission.EVENTS_READ, team.id()))
                        .isPresent();
    }
}
