package slipway.surface.api.client;

import java.util.Optional;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;

/** Routes of each form that a client calls: with and without a body, with and without an answer, and a list. */
final class TestRoutes {

    /** A request body with an optional member. */
    record NewTeam(
            @ApiField(value = "Its name.", example = "robotics") TeamId team,
            @ApiField("Its title.") Optional<String> title) {}

    /** An answer. */
    record Team(
            @ApiField(value = "Its name.", example = "robotics") TeamId team,
            @ApiField(value = "Its title.", example = "Robotics") String title) {}

    /** A request body with an enum. */
    record RoleChange(@ApiField(value = "The role.", example = "member") Role role) {}

    static final Route<NoBody, ListPage<Team>> LIST =
            Route.of(HttpMethod.GET, "/api/v1/teams")
                    .forSignedIn("list-teams", "Lists teams.")
                    .listing(Team.class);
    static final Route<NoBody, Team> SHOW =
            Route.of(HttpMethod.GET, "/api/v1/teams/{team}")
                    .inTeam(Permission.TEAM_READ, "show-team", "Shows a team.")
                    .answering(Team.class);
    static final Route<NewTeam, Team> CREATE =
            Route.of(HttpMethod.POST, "/api/v1/teams/{team}/teams")
                    .inTeam(Permission.TEAM_WRITE, "create-team", "Creates a team.")
                    .asking(NewTeam.class)
                    .answering(Team.class);
    static final Route<RoleChange, Team> SET_ROLE =
            Route.of(HttpMethod.PUT, "/api/v1/teams/{team}/members/{user}")
                    .inTeam(Permission.TEAM_WRITE, "set-role", "Sets the role of a user.")
                    .asking(RoleChange.class)
                    .answering(Team.class);
    static final Route<NoBody, NoBody> REVOKE =
            Route.of(HttpMethod.DELETE, "/api/v1/me/tokens/{token}")
                    .forSignedIn("revoke-token", "Revokes a token.");

    private TestRoutes() {}
}
