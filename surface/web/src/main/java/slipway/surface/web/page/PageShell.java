package slipway.surface.web.page;

import java.util.List;
import java.util.Optional;
import slipway.base.text.TimeFormat;

/**
 * What stands around a page: everything the shell shows that the page itself does not know.
 *
 * @param tabs the pages beside this one; empty where it stands alone
 * @param viewer what of it depends on who looks
 * @param command what shows the same on the command line
 * @param times how instants read for whoever looks
 */
public record PageShell(
        String title,
        List<Link> crumbs,
        List<Link> tabs,
        Viewer viewer,
        String command,
        TimeFormat times,
        PageAssets assets) {

    /** Somewhere to go. */
    public record Link(String title, String path, String icon, boolean here, boolean apart) {

        static Link to(String title, String path) {
            return new Link(title, path, "", false, false);
        }
    }

    /**
     * What depends on who looks.
     *
     * @param role what it is at most, anywhere
     * @param team the team it chose to look at; empty: all of them
     */
    public record Viewer(
            List<Link> areas,
            String name,
            String role,
            List<TeamChoice> teams,
            Optional<String> team) {}

    /**
     * A team that may be chosen.
     *
     * @param depth how far below the top it stands
     */
    public record TeamChoice(String id, String title, int depth, boolean chosen) {}

    public String teamTitle() {
        return viewer.team().orElse("All teams");
    }

    public String initial() {
        return viewer.name()
                .substring(0, viewer.name().offsetByCodePoints(0, 1))
                .toUpperCase(java.util.Locale.ROOT);
    }
}
