package slipway.surface.web.live;

import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.identity.Principal;
import slipway.journal.Event;
import slipway.spec.BlockValues;
import slipway.surface.api.event.EventRoutes;

/** Decides which events match a query, and which a principal may see. */
public record EventFilter(BlockValues query) {

    public boolean matches(Event event) {
        return query.find(EventRoutes.KIND).filter(kind -> !kind.equals(event.kind())).isEmpty()
                && query.find(EventRoutes.ACTOR)
                        .filter(actor -> !actor.equals(event.what().actor().name()))
                        .isEmpty()
                && query.find(EventRoutes.SUBJECT)
                        .filter(subject -> !subject.equals(event.what().subject()))
                        .isEmpty()
                && query.find(EventRoutes.TEAM)
                        .filter(team -> !team.equals(event.what().team().orElse("")))
                        .isEmpty();
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
