package slipway.surface.people.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.surface.api.json.ApiField;

/** What may be seen of a token: never its text. */
public record TokenView(
        @ApiField(value = "Its first eight characters after the prefix.", example = "4tQm1vNc")
                String token,
        @ApiField(value = "Whom it lets in.", example = "kofi") UserId user,
        @ApiField(value = "What it is for.", example = "laptop") String label,
        @ApiField(
                        value =
                                "The team it is held to, with those below it; absent: wherever its user has a role.")
                Optional<TeamId> within,
        @ApiField(value = "The permissions it is cut down to; absent: everything its user may.")
                Optional<List<Permission>> only,
        @ApiField("When it was made.") Instant madeAt,
        @ApiField(value = "When it stops working; absent: when it is revoked.")
                Optional<Instant> expiresAt,
        @ApiField("When it was last used, to the minute.") Optional<Instant> usedAt,
        @ApiField(value = "From where it was last used.", example = "10.4.2.31")
                Optional<String> usedFrom,
        @ApiField(value = "Whether it is the session of a browser.", example = "false")
                boolean session) {}
