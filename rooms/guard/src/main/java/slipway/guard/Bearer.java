package slipway.guard;

import java.util.HexFormat;
import slipway.base.PersistentSortedMap;
import slipway.base.TeamId;

/** A token with all that is needed to let its bearer in, in one place: one look-up for each request. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Bearer(Token token, byte[] hash, User owner, PersistentSortedMap<TeamId, Grant> held) {

    static Bearer of(Token token, User owner, PersistentSortedMap<TeamId, Grant> held) {
        return new Bearer(token, HexFormat.of().parseHex(token.hash()), owner, held);
    }
}
