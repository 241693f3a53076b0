package slipway.identity;

import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.TeamId;

/**
 * What reaches the room's owner. Whatever is random or secret was dealt with before: here are only hashes and sealed
 * values, so nothing that must not be read can get into a picture, a row, an event or a log.
 */
sealed interface PreparedRequest {

    /**
     * Somebody asks.
     *
     * @param with the token that was shown; empty: the local one
     */
    record By(Optional<String> with, Deed deed) implements PreparedRequest {}

    /** What is done on behalf of a visitor. */
    sealed interface Deed {}

    record Plain(IdentityRequest request) implements Deed {}

    record Make(IdentityRequest.MakeToken wish, Print print) implements Deed {}

    record OpenSession(Print print) implements Deed {}

    record SetSecret(TeamId team, String name, String sealed) implements Deed {}

    /** An identity provider vouches for somebody. */
    record Arrive(IdentityRequest.SignIn who, Print print) implements PreparedRequest {}

    /** The first start: the first admin and its token; again, with another token, while it was not shown. */
    record Welcome(Print print) implements PreparedRequest {}

    record Welcomed() implements PreparedRequest {}

    /** The room opens under this server key. */
    record Open(String fingerprint) implements PreparedRequest {}

    /** What was counted since the last time. */
    record Note(List<Token.Use> uses, List<Fact.AccessRefused> refused)
            implements PreparedRequest {}

    /** All that may be kept of a token's text. */
    record Print(String id, String hash) {}
}
