package slipway.identity;

import java.util.HexFormat;
import slipway.base.PersistentSortedMap;
import slipway.base.TeamId;

/** A token with everything that authentication needs of it, so that a request takes one lookup. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ResolvedToken(
        Token token, byte[] hash, User owner, PersistentSortedMap<TeamId, Grant> grants) {

    static ResolvedToken of(Token token, User owner, PersistentSortedMap<TeamId, Grant> held) {
        return new ResolvedToken(token, HexFormat.of().parseHex(token.hash()), owner, held);
    }
}
