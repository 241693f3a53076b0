package slipway.surface.people.api;

import java.util.Optional;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.surface.api.json.ApiField;

/** A team as its members see it. */
public record TeamView(
        @ApiField(value = "The name.", example = "vision") TeamId team,
        @ApiField(value = "The parent team; absent for the team all.", example = "all")
                Optional<TeamId> parent,
        @ApiField(value = "The display name.", example = "Computer vision") String title,
        @ApiField(
                        value = "The number of people and service accounts with a role in it.",
                        example = "4")
                long members,
        @ApiField(value = "The caller's role in it.", example = "lead") Role yourRole) {}
