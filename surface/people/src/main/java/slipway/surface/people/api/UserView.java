package slipway.surface.people.api;

import java.util.List;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.people.TeamRole;

/** A person or a service account. */
public record UserView(
        @ApiField(value = "The user name.", example = "mira") UserId user,
        @ApiField(value = "The display name.", example = "Mira Lindqvist") String shown,
        @ApiField(value = "The mail address.", example = "mira@example.org") Optional<String> email,
        @ApiField(value = "A person or a service account.", example = "person") Sort sort,
        @ApiField(value = "The team that owns a service account.") Optional<TeamId> of,
        @ApiField(value = "Whether it may sign in.", example = "true") boolean enabled,
        @ApiField(value = "Whether it signs in by single sign-on.", example = "false")
                boolean signedOn,
        @ApiField("The roles, by team.") List<TeamRole> roles) {

    /** The sort of account. */
    public enum Sort {
        PERSON,
        SERVICE
    }
}
