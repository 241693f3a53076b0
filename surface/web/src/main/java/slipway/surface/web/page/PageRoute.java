package slipway.surface.web.page;

import slipway.base.TeamId;
import slipway.identity.Principal;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.RouteAccess;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.AuthorizedRequest;

/**
 * A page: where it is, who may see it, where it stands in the shell, and how it is made.
 *
 * @param tab whether it stands in the row of its area's tabs
 * @param command what shows the same on the command line
 */
public record PageRoute(
        Route<NoBody, NoBody> route,
        NavigationArea area,
        String title,
        boolean tab,
        String command,
        Maker maker) {

    /** Makes what the page shows, for whoever asks. */
    @FunctionalInterface
    public interface Maker {
        PageContent make(AuthorizedRequest<NoBody> authorizedRequest) throws Exception;
    }

    /** Where a page is; its access has to be said next. */
    public static Route.Draft at(String path) {
        return Route.of(HttpMethod.GET, path);
    }

    /** Begins a page of an area, which is a tab of it. */
    public static PageRoute of(
            NavigationArea navigationArea,
            String title,
            Route<NoBody, NoBody> route,
            String command,
            Maker maker) {
        return new PageRoute(route.answeringText(), navigationArea, title, true, command, maker);
    }

    /** The same page without a tab of its own: it is reached from another. */
    public PageRoute withoutTab() {
        return new PageRoute(route, area, title, false, command, maker);
    }

    /** The same page with the title and the command of what it shows now. */
    PageRoute as(PageContent pageContent) {
        return new PageRoute(
                route,
                area,
                pageContent.title().orElse(title),
                tab,
                pageContent.command().orElse(command),
                maker);
    }

    boolean isFor(Principal principal) {
        return switch (route.access()) {
            case RouteAccess.Public() -> true;
            case RouteAccess.SignedIn() -> true;
            case RouteAccess.Anywhere(var permission) -> principal.mayAnywhere(permission);
            case RouteAccess.Everywhere(var permission) -> principal.may(permission, TeamId.ALL);
            case RouteAccess.InTeam(var permission) ->
                    throw new IllegalStateException(
                            "A tab has no " + PathParameter.TEAM + ": " + permission);
        };
    }
}
