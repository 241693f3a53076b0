package slipway.surface.api.people;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.NoBody;

/** Who the user of a token or session is. */
public final class MeRoute {

    /** The user of the request. */
    public record Me(
            @ApiField(value = "The name you go by.", example = "mira") UserId user,
            @ApiField(value = "The name that is shown.", example = "Mira Lindqvist") String shown,
            @ApiField("Your roles, by team.") List<TeamRole> roles,
            @ApiField("The team this token is held to.") Optional<TeamId> within,
            @ApiField("The permissions this token is cut down to.") Optional<List<Permission>> only,
            @ApiField(
                            value =
                                    "In a browser session: what the header X-CSRF-Token of every change has to say.",
                            example = "9f2c")
                    Optional<String> csrf) {}

    public static final Route<NoBody, Me> ME =
            Route.of(HttpMethod.GET, "/api/v1/me")
                    .forSignedIn("show-me", "Says who you are here.")
                    .answering(Me.class);

    private MeRoute() {}
}
