package slipway.surface.people.api;

import java.util.List;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.people.TeamRole;

/** Somebody who can come in. */
public record UserView(
        @ApiField(value = "The name it goes by.", example = "mira") UserId user,
        @ApiField(value = "The name that is shown.", example = "Mira Lindqvist") String shown,
        @ApiField(value = "Where mail goes.", example = "mira@example.org") Optional<String> email,
        @ApiField(value = "A person or a service account.", example = "person") Sort sort,
        @ApiField(value = "The team a service account belongs to.") Optional<TeamId> of,
        @ApiField(value = "Whether it is let in.", example = "true") boolean enabled,
        @ApiField(value = "Whether it comes in by single sign-on.", example = "false")
                boolean signedOn,
        @ApiField("The roles it has, by team.") List<TeamRole> roles) {

    /** What somebody is. */
    public enum Sort {
        PERSON,
        SERVICE
    }
}
