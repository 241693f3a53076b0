package slipway.wire.guard;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.wire.form.Means;

/** What may be seen of a token: never its text. */
public record TokenView(
        @Means(value = "Its first eight characters after the prefix.", example = "4tQm1vNc")
                String token,
        @Means(value = "Whom it lets in.", example = "kofi") UserId user,
        @Means(value = "What it is for.", example = "laptop") String label,
        @Means(
                        value =
                                "The team it is held to, with those below it; absent: wherever its user has a role.")
                Optional<TeamId> within,
        @Means(value = "The permissions it is cut down to; absent: everything its user may.")
                Optional<List<Permission>> only,
        @Means("When it was made.") Instant madeAt,
        @Means(value = "When it stops working; absent: when it is revoked.")
                Optional<Instant> expiresAt,
        @Means("When it was last used, to the minute.") Optional<Instant> usedAt,
        @Means(value = "From where it was last used.", example = "10.4.2.31")
                Optional<String> usedFrom,
        @Means(value = "Whether it is the session of a browser.", example = "false")
                boolean session) {}
