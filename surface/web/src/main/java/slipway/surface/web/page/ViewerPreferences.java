package slipway.surface.web.page;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.identity.Principal;
import slipway.surface.web.http.Cookies;

/**
 * What whoever looks has chosen, kept by the browser and believed only as far as it makes sense here.
 *
 * @param team the team to look at with those below it; empty: all that are seen
 * @param zone where they are
 */
public record ViewerPreferences(Optional<TeamId> team, ZoneId zone) {

    static final String TEAM = "slipway_team";
    static final String ZONE = "slipway_zone";

    public static ViewerPreferences of(Principal principal, Cookies cookies) {
        return new ViewerPreferences(
                cookies.value(TEAM).flatMap(ViewerPreferences::team).filter(principal::sees),
                zone(cookies));
    }

    /** Whether something of this team is to be shown. */
    public boolean includes(TeamId other, Principal principal) {
        return team.isEmpty() || principal.directory().isWithin(other, team.get());
    }

    private static Optional<TeamId> team(String text) {
        try {
            return Optional.of(new TeamId(text));
        } catch (IllegalArgumentException notAName) {
            return Optional.empty();
        }
    }

    static ZoneId zone(Cookies cookies) {
        try {
            // A cookie cannot hold a slash in every browser, so the page writes a dot for it.
            return cookies.value(ZONE)
                    .filter(text -> text.length() <= 64)
                    .map(text -> ZoneId.of(text.replace('.', '/')))
                    .orElse(ZoneOffset.UTC);
        } catch (DateTimeException unknown) {
            return ZoneOffset.UTC;
        }
    }
}
