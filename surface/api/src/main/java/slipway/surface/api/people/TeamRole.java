package slipway.surface.api.people;

import slipway.base.Role;
import slipway.base.TeamId;
import slipway.surface.api.json.ApiField;

/** The role of a user in a team. */
public record TeamRole(
        @ApiField(value = "The team.", example = "language") TeamId team,
        @ApiField(value = "The role.", example = "lead") Role role) {}
