package slipway.server.pages;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import slipway.base.Mistake;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.identity.Principal;
import slipway.server.config.Config;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.page.Finder;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.Search;

/** Serves the settings page. */
public final class SettingsPages implements Finder {

    static final String PATH = "/admin/settings";
    static final Route<NoBody, NoBody> SETTINGS =
            PageRoute.at(PATH)
                    .everywhere(
                            Permission.SETTINGS_READ,
                            "show-settings",
                            "Shows every setting with its value and source.");

    private final Config config;
    private final Supplier<List<Mistake>> remarks;

    /**
     * @param remarks settings that contradict the current teams
     */
    public SettingsPages(Config config, Supplier<List<Mistake>> remarks) {
        this.config = config;
        this.remarks = remarks;
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(
                        NavigationArea.ADMIN,
                        "Settings",
                        SETTINGS,
                        "slipway config show",
                        _ ->
                                PageContent.of(
                                        "settings/page", SettingsPage.of(config, remarks.get()))));
    }

    @Override
    public Stream<Search.Hit> find(Principal principal, String words) {
        return words.isEmpty() || !principal.may(Permission.SETTINGS_READ, TeamId.ALL)
                ? Stream.empty()
                : SettingsPage.of(config, remarks.get()).groups().stream()
                        .flatMap(group -> group.rows().stream())
                        .filter(row -> Finder.matches(row.path(), words))
                        .map(
                                row ->
                                        new Search.Hit(
                                                "Settings",
                                                row.path(),
                                                row.value().orElse("none"),
                                                "adjustments-horizontal",
                                                PATH + "#" + row.id()));
    }
}
