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
 * A page: its route, its position in the shell and its renderer.
 *
 * @param tab whether it is a tab of its area
 * @param command the equivalent command
 */
public record PageRoute(
        Route<NoBody, NoBody> route,
        NavigationArea area,
        String title,
        boolean tab,
        String command,
        Maker maker) {

    /** Makes the content of a page for a request. */
    @FunctionalInterface
    public interface Maker {
        PageContent make(AuthorizedRequest<NoBody> request) throws Exception;
    }

    /** Begins the route of a page; its access must be declared next. */
    public static Route.Draft at(String path) {
        return Route.of(HttpMethod.GET, path);
    }

    /** A page that is a tab of its area. */
    public static PageRoute of(
            NavigationArea area,
            String title,
            Route<NoBody, NoBody> route,
            String command,
            Maker maker) {
        return new PageRoute(route.answeringText(), area, title, true, command, maker);
    }

    /** The same page without a tab: it is reached from another page. */
    public PageRoute withoutTab() {
        return new PageRoute(route, area, title, false, command, maker);
    }

    /** The same page with the title and the command of its content. */
    PageRoute as(PageContent content) {
        return new PageRoute(
                route,
                area,
                content.title().orElse(title),
                tab,
                content.command().orElse(command),
                maker);
    }

    boolean isVisibleTo(Principal principal) {
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
