package slipway.surface.web.page;

import java.util.List;
import java.util.Optional;
import slipway.base.text.TimeFormat;

/**
 * The shell around a page: navigation, tabs, viewer and time format.
 *
 * @param tabs the pages of the same area; empty if there is only one
 * @param viewer the parts that depend on the viewer
 * @param command the equivalent command
 * @param times the viewer's time format
 */
public record PageShell(
        String title,
        List<Link> crumbs,
        List<Link> tabs,
        Viewer viewer,
        String command,
        TimeFormat times,
        PageAssets assets) {

    /** A link of the navigation. */
    public record Link(String title, String path, String icon, boolean current, boolean separated) {

        static Link to(String title, String path) {
            return new Link(title, path, "", false, false);
        }
    }

    /**
     * The parts of the shell that depend on the viewer.
     *
     * @param role the viewer's highest role
     * @param team the selected team; empty: all teams
     */
    public record Viewer(
            List<Link> areas,
            String name,
            String role,
            List<TeamChoice> teams,
            Optional<String> team) {}

    /**
     * A team that can be selected.
     *
     * @param depth its depth in the tree
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
