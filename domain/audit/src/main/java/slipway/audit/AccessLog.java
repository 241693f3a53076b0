package slipway.audit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.base.TeamId;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.Journal;
import slipway.journal.table.KeyRange;
import slipway.journal.table.RowChange;

/**
 * The access log: who read what is marked for it. It is a stream beside the Merkle log, because reads are frequent and
 * are not kept for ever: reads are counted in memory, as one entry for each reader, object and hour, and written at
 * least once a minute. A crash loses the reads since the last write, and nothing else.
 */
public final class AccessLog {

    private static final int MAX_REQUESTS = 20;
    private static final int PAGE = 500;
    private static final int HASH_DIGITS = 24;

    private final Journal journal;
    private final Duration keep;
    private Map<String, ReadEntry> unwritten = new HashMap<>();

    /**
     * @param keep how long entries are kept
     */
    public AccessLog(Journal journal, Duration keep) {
        this.journal = journal;
        this.keep = keep;
    }

    /**
     * A read of an object.
     *
     * @param actor who read it, or for whom it was delivered
     * @param request the id of the request or the attempt
     */
    public record Read(String actor, String via, String request, Item item, long bytes) {}

    /** What was read: its type, such as {@code secret}, its team and its name. */
    public record Item(String type, TeamId team, String name) {}

    public synchronized void record(Read read) {
        Instant now = journal.now();
        unwritten.merge(id(now, read), ReadEntry.of(id(now, read), read, now), ReadEntry::and);
    }

    private static String id(Instant at, Read read) {
        String identity =
                String.join(
                        "\n",
                        read.actor(),
                        read.via(),
                        read.item().type(),
                        read.item().team().value(),
                        read.item().name());
        Sha256Hash hash = Sha256Hash.of(identity.getBytes(StandardCharsets.UTF_8));
        return hour(at) + "-" + hash.hex().substring(0, HASH_DIGITS);
    }

    private static String hour(Instant at) {
        return String.format(Locale.ROOT, "%08d", Math.floorDiv(at.getEpochSecond(), 3_600));
    }

    /** Writes the reads since the last time, and removes a page of entries that are too old. */
    public void flush() {
        CommitResult _ = Journal.await(flushAsync());
    }

    /** The same without waiting. */
    synchronized CompletableFuture<CommitResult> flushAsync() {
        Map<String, ReadEntry> entries = unwritten;
        unwritten = new HashMap<>();
        List<RowChange> rows = new ArrayList<>();
        entries.values().forEach(entry -> rows.add(put(stored(entry.id()), entry)));
        expired().forEach(old -> rows.add(new RowChange.Remove<>(AuditTables.READS, old)));
        if (rows.isEmpty()) {
            return CompletableFuture.completedFuture(new CommitResult(journal.seq(), "{}", false));
        }
        return journal.send(Commit.of(List.of(), rows))
                .whenComplete(
                        (_, failed) ->
                                Optional.ofNullable(failed).ifPresent(_ -> giveBack(entries)));
    }

    private static RowChange put(Optional<ReadEntry> earlier, ReadEntry entry) {
        return new RowChange.Put<>(
                AuditTables.READS, earlier.map(it -> it.and(entry)).orElse(entry));
    }

    private synchronized void giveBack(Map<String, ReadEntry> entries) {
        entries.forEach((id, entry) -> unwritten.merge(id, entry, (later, it) -> it.and(later)));
    }

    private Optional<ReadEntry> stored(String id) {
        return journal.rows(AuditTables.READS, KeyRange.only(id)).stream()
                .filter(entry -> entry.id().equals(id))
                .findFirst();
    }

    /** Looks at the oldest entry first, because usually it is not old enough. */
    private List<ReadEntry> expired() {
        String oldest = hour(journal.now().minus(keep));
        return oldest(1).stream().anyMatch(entry -> entry.id().compareTo(oldest) < 0)
                ? oldest(PAGE).stream()
                        .takeWhile(entry -> entry.id().compareTo(oldest) < 0)
                        .toList()
                : List.of();
    }

    private List<ReadEntry> oldest(int limit) {
        return journal.rows(AuditTables.READS, KeyRange.after(Optional.empty(), limit));
    }

    /** Written entries before an id, the newest hour first. */
    public List<ReadEntry> entries(
            Optional<String> before, int limit, Predicate<ReadEntry> wanted) {
        List<ReadEntry> found = new ArrayList<>();
        Optional<String> from = before;
        List<ReadEntry> page;
        do {
            page = journal.rows(AuditTables.READS, KeyRange.before(from, PAGE));
            page.stream().filter(wanted).limit(limit - found.size()).forEach(found::add);
            from = page.isEmpty() ? from : Optional.of(page.getLast().id());
        } while (found.size() < limit && page.size() == PAGE);
        return found;
    }

    /** The first ids of both, each once. */
    static String joined(String requests, String later) {
        return Stream.concat(Arrays.stream(requests.split(" ")), Arrays.stream(later.split(" ")))
                .filter(id -> !id.isEmpty())
                .distinct()
                .limit(MAX_REQUESTS)
                .collect(Collectors.joining(" "));
    }
}
