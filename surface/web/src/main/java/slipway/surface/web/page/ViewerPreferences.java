package slipway.surface.web.page;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.identity.Principal;
import slipway.surface.web.http.Cookies;

/**
 * The viewer's preferences from cookies, validated.
 *
 * @param team the selected team, including the teams below it; empty: all visible teams
 * @param zone the viewer's time zone
 */
public record ViewerPreferences(Optional<TeamId> team, ZoneId zone) {

    static final String TEAM = "slipway_team";
    static final String ZONE = "slipway_zone";

    public static ViewerPreferences of(Principal principal, Cookies cookies) {
        return new ViewerPreferences(
                cookies.value(TEAM).flatMap(ViewerPreferences::team).filter(principal::sees),
                zone(cookies));
    }

    /** Whether objects of a team are shown. */
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
            // Some browsers allow no slash in a cookie, so the script writes a dot.
            return cookies.value(ZONE)
                    .filter(text -> text.length() <= 64)
                    .map(text -> ZoneId.of(text.replace('.', '/')))
                    .orElse(ZoneOffset.UTC);
        } catch (DateTimeException unknown) {
            return ZoneOffset.UTC;
        }
    }
}
