package slipway.surface.people.api;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.surface.api.json.ApiField;

/** A request to create a token. */
public record NewToken(
        @ApiField(value = "The purpose of the token.", example = "laptop") String label,
        @ApiField(
                        value = "The number of days that it is valid.",
                        example = "90",
                        least = 1,
                        most = 366)
                long days,
        @ApiField(value = "Restrict it to this team and the teams below it.")
                Optional<TeamId> within,
        @ApiField(value = "Restrict it to these permissions.", example = "team:read")
                Optional<List<Permission>> only) {}
