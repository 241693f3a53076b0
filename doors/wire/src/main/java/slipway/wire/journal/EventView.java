package slipway.wire.journal;

import java.time.Instant;
import java.util.Optional;
import slipway.wire.form.Means;
import slipway.wire.form.Raw;

/** Something that happened. */
public record EventView(
        @Means(value = "Its number; grows by one with every event.", example = "184221") long seq,
        @Means("When.") Instant at,
        @Means(value = "What sort of thing happened.", example = "team-created") String kind,
        @Means(value = "Which shape its body has.", example = "1") long version,
        @Means(value = "Who did it.", example = "mira", longest = 1_000) String actor,
        @Means(value = "Through which door.", example = "api") String via,
        @Means(value = "The request it came with.", example = "req-01k9x") Optional<String> request,
        @Means(value = "The team it belongs to.", example = "vision") Optional<String> team,
        @Means(value = "What it is about.", example = "team/vision", longest = 1_000)
                String subject,
        @Means(value = "What happened in full; absent once it was pruned.") Optional<Raw> body,
        @Means("Its place in the audit log; samples have none.") Optional<LeafView> leaf) {

    /** A place in the Merkle tree. */
    public record LeafView(
            @Means(value = "Counted from 0.", example = "184220") long index,
            @Means(value = "SHA-256, in hexadecimal digits.", example = "3d9f07a41c7c2351")
                    String hash) {}
}
