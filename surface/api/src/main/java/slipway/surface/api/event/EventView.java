package slipway.surface.api.event;

import java.time.Instant;
import java.util.Optional;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.RawJson;

/** Something that happened. */
public record EventView(
        @ApiField(value = "Its number; grows by one with every event.", example = "184221")
                long seq,
        @ApiField("When.") Instant at,
        @ApiField(value = "What sort of thing happened.", example = "team.created") String kind,
        @ApiField(value = "Which shape its body has.", example = "1") long version,
        @ApiField(value = "Who did it.", example = "mira", longest = 1_000) String actor,
        @ApiField(value = "Through which door.", example = "api") String via,
        @ApiField(value = "The request it came with.", example = "req-01k9x")
                Optional<String> request,
        @ApiField(value = "The team it belongs to.", example = "vision") Optional<String> team,
        @ApiField(value = "What it is about.", example = "team/vision", longest = 1_000)
                String subject,
        @ApiField(value = "What happened in full; absent once it was pruned.")
                Optional<RawJson> body,
        @ApiField("Its place in the audit log; samples have none.") Optional<LeafView> leaf) {

    /** A place in the Merkle tree. */
    public record LeafView(
            @ApiField(value = "Counted from 0.", example = "184220") long index,
            @ApiField(value = "SHA-256, in hexadecimal digits.", example = "3d9f07a41c7c2351")
                    String hash) {}
}
