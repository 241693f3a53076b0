package slipway.identity;

import java.util.HexFormat;
import slipway.base.PersistentSortedMap;
import slipway.base.TeamId;

/** A token with all that is needed to let its bearer in, in one place: one look-up for each request. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ResolvedToken(
        Token token, byte[] hash, User owner, PersistentSortedMap<TeamId, Grant> grants) {

    static ResolvedToken of(Token token, User owner, PersistentSortedMap<TeamId, Grant> held) {
        return new ResolvedToken(token, HexFormat.of().parseHex(token.hash()), owner, held);
    }
}
