package slipway.surface.api.event;

import java.time.Instant;
import java.util.Optional;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.RawJson;

/** An event. */
public record EventView(
        @ApiField(value = "The sequence number; grows by one with every event.", example = "184221")
                long seq,
        @ApiField("The time of the event.") Instant at,
        @ApiField(value = "The kind of event.", example = "team.created") String kind,
        @ApiField(value = "The version of the body's format.", example = "1") long version,
        @ApiField(value = "The actor.", example = "mira", longest = 1_000) String actor,
        @ApiField(value = "The channel: api, cli, web or system.", example = "api") String via,
        @ApiField(value = "The id of the request.", example = "req-01k9x") Optional<String> request,
        @ApiField(value = "The team.", example = "vision") Optional<String> team,
        @ApiField(value = "The subject.", example = "team/vision", longest = 1_000) String subject,
        @ApiField(value = "The body; absent after it was pruned.") Optional<RawJson> body,
        @ApiField("Its leaf in the audit log; absent for samples.") Optional<LeafView> leaf) {

    /** A leaf of the Merkle tree. */
    public record LeafView(
            @ApiField(value = "The index, from 0.", example = "184220") long index,
            @ApiField(
                            value = "The SHA-256 hash, in hexadecimal digits.",
                            example = "3d9f07a41c7c2351")
                    String hash) {}
}
