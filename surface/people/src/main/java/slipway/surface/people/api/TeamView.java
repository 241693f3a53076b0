package slipway.surface.people.api;

import java.util.Optional;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.surface.api.json.ApiField;

/** A team as those who belong to it see it. */
public record TeamView(
        @ApiField(value = "Its name.", example = "vision") TeamId team,
        @ApiField(value = "The team above it; absent for the team all.", example = "all")
                Optional<TeamId> parent,
        @ApiField(value = "What people call it.", example = "Computer vision") String title,
        @ApiField(value = "How many people and service accounts have a role in it.", example = "4")
                long members,
        @ApiField(value = "What whoever asks is in it.", example = "lead") Role yourRole) {}
