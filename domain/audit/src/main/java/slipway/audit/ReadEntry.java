package slipway.audit;

import java.time.Instant;

/**
 * The reads of one object by one reader in one hour.
 *
 * @param id sorts by the hour
 * @param via how it was read: the channel of a request, or {@code run} for the delivery to an attempt
 * @param requests the first ids of requests or attempts, with spaces between
 * @param type of the object
 * @param object its name
 */
public record ReadEntry(
        String id,
        String actor,
        String via,
        String requests,
        Instant firstAt,
        Instant lastAt,
        String type,
        String object,
        String team,
        long reads,
        long bytes) {

    static ReadEntry of(String id, AccessLog.Read read, Instant at) {
        return new ReadEntry(
                id,
                read.actor(),
                read.via(),
                read.request(),
                at,
                at,
                read.item().type(),
                read.item().name(),
                read.item().team().value(),
                1,
                read.bytes());
    }

    /** Together with later reads of the same reader, object and hour. */
    ReadEntry and(ReadEntry later) {
        return new ReadEntry(
                id,
                actor,
                via,
                AccessLog.joined(requests, later.requests),
                firstAt,
                later.lastAt,
                type,
                object,
                team,
                reads + later.reads,
                bytes + later.bytes);
    }
}
