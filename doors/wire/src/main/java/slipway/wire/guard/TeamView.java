package slipway.wire.guard;

import java.util.Optional;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.wire.form.Means;

/** A team as those who belong to it see it. */
public record TeamView(
        @Means(value = "Its name.", example = "vision") TeamId team,
        @Means(value = "The team above it; absent for the team all.", example = "all")
                Optional<TeamId> parent,
        @Means(value = "What people call it.", example = "Computer vision") String title,
        @Means(value = "How many people and service accounts have a role in it.", example = "4")
                long members,
        @Means(value = "What whoever asks is in it.", example = "lead") Role yourRole) {}
