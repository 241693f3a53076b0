package slipway.surface.people.api;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.surface.api.json.ApiField;

/** What makes a token. */
public record NewToken(
        @ApiField(value = "What it is for.", example = "laptop") String label,
        @ApiField(value = "How many days it works.", example = "90", least = 1, most = 366)
                long days,
        @ApiField(value = "Hold it to this team and those below it.") Optional<TeamId> within,
        @ApiField(value = "Cut it down to these permissions.", example = "team:read")
                Optional<List<Permission>> only) {}
