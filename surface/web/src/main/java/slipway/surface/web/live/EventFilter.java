package slipway.surface.web.live;

import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.identity.Principal;
import slipway.journal.Event;
import slipway.spec.BlockValues;
import slipway.surface.api.event.EventRoutes;

/** Which events somebody asked for, and which somebody may see. */
public record EventFilter(BlockValues query) {

    public boolean wants(Event event) {
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

    /** What belongs to no team is for those who may read everywhere. So is what belonged to a team that is gone. */
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
