package slipway.surface.people.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.surface.api.json.ApiField;

/** A token without its text. */
public record TokenView(
        @ApiField(value = "The first eight characters after the prefix.", example = "4tQm1vNc")
                String token,
        @ApiField(value = "The owner.", example = "kofi") UserId user,
        @ApiField(value = "The purpose.", example = "laptop") String label,
        @ApiField(
                        value =
                                "The team that it is restricted to, with those below it; absent: all of its user.")
                Optional<TeamId> within,
        @ApiField(
                        value =
                                "The permissions that it is restricted to; absent: all permissions of its user.")
                Optional<List<Permission>> only,
        @ApiField("The time of its creation.") Instant madeAt,
        @ApiField(value = "The expiry time; absent if it does not expire.")
                Optional<Instant> expiresAt,
        @ApiField("The time of its last use, to the minute.") Optional<Instant> usedAt,
        @ApiField(value = "The address of its last use.", example = "10.4.2.31")
                Optional<String> usedFrom,
        @ApiField(value = "Whether it is a browser session.", example = "false") boolean session) {}
