package slipway.wire.guard;

import java.util.List;
import java.util.Optional;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.wire.form.Means;

/** Somebody who can come in. */
public record UserView(
        @Means(value = "The name it goes by.", example = "mira") UserId user,
        @Means(value = "The name that is shown.", example = "Mira Lindqvist") String shown,
        @Means(value = "Where mail goes.", example = "mira@example.org") Optional<String> email,
        @Means(value = "A person or a service account.", example = "person") Sort sort,
        @Means(value = "The team a service account belongs to.") Optional<TeamId> of,
        @Means(value = "Whether it is let in.", example = "true") boolean enabled,
        @Means(value = "Whether it comes in by single sign-on.", example = "false")
                boolean signedOn,
        @Means("The roles it has, by team.") List<InTeam> roles) {

    /** What somebody is. */
    public enum Sort {
        PERSON,
        SERVICE
    }

    /** A role in a team. */
    public record InTeam(
            @Means(value = "The team.", example = "language") TeamId team,
            @Means(value = "The role.", example = "lead") Role role) {}
}
