package slipway.journal;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import slipway.journal.table.Cell;
import slipway.journal.table.EncodedRow;
import slipway.journal.table.KeyRange;
import slipway.journal.table.RowSink;
import slipway.journal.table.Table;

/**
 * A journal in memory, on a {@link Disk} that outlives it. At certain points of every write a storm may make it fail,
 * tear, lose the answer or die. It gives the guarantees of a database's transactions, and no more.
 */
public final class MemoryStorage implements JournalStorage {

    /** Where a write can go wrong, in the order it passes them. */
    public enum Point {
        /** Something is looked up: an answer, events, the head. Nothing is to be stored. */
        READ,
        /** Nothing is stored yet. */
        BEFORE,
        /** Half of it is on the disk, without the mark that makes it valid. */
        TORN,
        /** All of it is durable, but no caller was answered. */
        STORED
    }

    /** What happens at a point. */
    public enum Fault {
        NONE,
        /** An error is returned; nothing is stored. */
        FAIL,
        /** The disk is full; nothing is stored. */
        FULL,
        /** The connection breaks; only the disk knows. */
        CUT,
        /** The process dies here. */
        DIE
    }

    /**
     * Decides what happens at each point of each write. It may take its time: whatever it lets others do meanwhile
     * happens while this write is under way.
     */
    public interface Weather {
        Fault at(Point point, long write);

        Weather CALM = (_, _) -> Fault.NONE;
    }

    /** The process crashed; all code that sees this exception stops. */
    public static final class Died extends Error {
        private static final long serialVersionUID = 1L;

        Died(Point point) {
            super("died at " + point);
        }
    }

    /** What survives a crash. */
    public static final class Disk {
        private JournalHead journalHead = new JournalHead(0, 0, 0, 0, Instant.EPOCH);
        private boolean clean = true;
        private final TreeMap<Long, Event> events = new TreeMap<>();
        private final Map<Long, String> bodyHashes = new HashMap<>();
        private final Map<String, CommitGroup.Answer> answers = new HashMap<>();
        private final Map<String, CommitGroup.Cursor> cursors = new HashMap<>();
        private final Map<String, Map<List<Cell>, List<Cell>>> tables = new HashMap<>();
        private final Set<String> declared;

        /** A disk with these tables; a row of any other does not fit. */
        public Disk(Table<?>... tables) {
            this.declared =
                    Arrays.stream(tables).map(Table::name).collect(Collectors.toUnmodifiableSet());
        }

        /** Stored events after {@code seq}, in order. */
        public Collection<Event> after(long seq) {
            return events.tailMap(seq, false).values();
        }

        public Optional<Event> event(long seq) {
            return Optional.ofNullable(events.get(seq));
        }

        /** Number of the newest stored event. */
        public long seq() {
            return journalHead.seq();
        }

        public long term() {
            return journalHead.term();
        }
    }

    private final Disk disk;
    private final Weather weather;
    private boolean reachable = true;

    public MemoryStorage(Disk disk, Weather weather) {
        this.disk = disk;
        this.weather = weather;
    }

    @Override
    public synchronized Opened claim() {
        boolean clean = disk.clean;
        disk.journalHead = disk.journalHead.inTerm(disk.journalHead.term() + 1);
        disk.clean = false;
        Instant newest =
                disk.events.isEmpty() ? Instant.EPOCH : disk.events.lastEntry().getValue().at();
        return new Opened(disk.journalHead, newest, clean);
    }

    @Override
    public synchronized void write(CommitGroup commitGroup) {
        long write = commitGroup.after().writes();
        meet(weather.at(Point.BEFORE, write), Point.BEFORE);
        // A torn write leaves bytes behind that carry no valid mark: recovery does not see them.
        meet(weather.at(Point.TORN, write), Point.TORN);
        if (disk.journalHead.term() != commitGroup.after().term()
                || disk.journalHead.writes() != commitGroup.before().writes()) {
            throw new Refused(Cause.TERM_ENDED, "A newer term has begun");
        }
        commitGroup.rows().forEach(this::fits);
        store(commitGroup);
        meet(weather.at(Point.STORED, write), Point.STORED);
    }

    private void fits(EncodedRow row) {
        if (!disk.declared.contains(row.table().name())) {
            throw new Refused(Cause.CONTENT, "There is no table " + row.table());
        }
    }

    private void look() {
        Fault fault = weather.at(Point.READ, disk.journalHead.writes());
        if (fault == Fault.DIE) {
            throw new Died(Point.READ);
        }
        if (fault != Fault.NONE) {
            throw new Refused(Cause.UNREACHABLE, "The disk does not answer");
        }
    }

    private void meet(Fault fault, Point point) {
        switch (fault) {
            case NONE -> {}
            case FAIL -> refuseUnlessStored(point, Cause.UNREACHABLE);
            case FULL -> refuseUnlessStored(point, Cause.FULL);
            case CUT -> {
                reachable = false;
                throw new OutcomeUnknown(new IllegalStateException("the connection broke"));
            }
            case DIE -> throw new Died(point);
        }
    }

    private static void refuseUnlessStored(Point point, Cause cause) {
        if (point == Point.STORED) {
            throw new OutcomeUnknown(new IllegalStateException("an error after the commit"));
        }
        throw new Refused(cause, "The disk said no");
    }

    private void store(CommitGroup commitGroup) {
        commitGroup.events().forEach(event -> disk.events.put(event.seq(), event));
        commitGroup.rows().forEach(this::store);
        commitGroup
                .bookkeeping()
                .answers()
                .forEach(answer -> disk.answers.put(answer.key().name(), answer));
        commitGroup
                .bookkeeping()
                .cursors()
                .forEach(
                        cursor ->
                                disk.cursors.merge(cursor.reader(), cursor, MemoryStorage::later));
        commitGroup.bookkeeping().sweeps().forEach(this::sweep);
        disk.journalHead = commitGroup.after();
        disk.clean = false;
    }

    private static CommitGroup.Cursor later(CommitGroup.Cursor old, CommitGroup.Cursor to) {
        boolean retired = old.retired() || to.retired();
        var moved = new CommitGroup.Cursor(to.reader(), to.seq(), to.at(), to.streams(), retired);
        return to.seq() < old.seq() ? old : moved;
    }

    private void store(EncodedRow row) {
        Map<List<Cell>, List<Cell>> table =
                disk.tables.computeIfAbsent(row.table().name(), _ -> new LinkedHashMap<>());
        if (row.removed()) {
            table.remove(row.key());
        } else {
            table.put(row.key(), row.cells().stream().map(MemoryStorage::stored).toList());
        }
    }

    /** Text passes through UTF-8, as in every database. */
    private static Cell stored(Cell cell) {
        return cell instanceof Cell.Text(var text)
                ? new Cell.Text(
                        new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                : cell;
    }

    private void sweep(CommitGroup.Sweep sweep) {
        for (CommitGroup.PrunedBody body : sweep.bodies()) {
            disk.bodyHashes.put(body.seq(), body.hash());
            disk.events.computeIfPresent(body.seq(), (_, event) -> without(event));
        }
        disk.events
                .values()
                .removeIf(
                        e ->
                                e.what().stream() == JournalStream.TICKS
                                        && e.seq() < sweep.ticksBefore());
        sweep.answers().forEach(disk.answers::remove);
    }

    private static Event without(Event event) {
        EventDraft d = event.what();
        var empty =
                new EventDraft(
                        d.stream(), d.kind(), d.version(), d.actor(), d.team(), d.subject(), "");
        return new Event(event.seq(), event.at(), empty, event.leaf());
    }

    @Override
    public synchronized JournalHead head() {
        look();
        if (!reachable) {
            reachable = true;
            throw new Refused(Cause.UNREACHABLE, "Not yet");
        }
        return disk.journalHead;
    }

    @Override
    public synchronized Map<String, CommitGroup.Answer> answers(Collection<String> names) {
        look();
        Map<String, CommitGroup.Answer> found = new HashMap<>();
        for (String name : names) {
            CommitGroup.Answer answer = disk.answers.get(name);
            if (answer != null) {
                found.put(name, answer);
            }
        }
        return found;
    }

    @Override
    public synchronized List<Event> events(Set<JournalStream> streams, long seq, int limit) {
        look();
        return disk.events.tailMap(seq, false).values().stream()
                .filter(event -> streams.contains(event.what().stream()))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized List<Event> eventsBefore(Set<JournalStream> streams, long seq, int limit) {
        look();
        return disk.events.headMap(seq, false).descendingMap().values().stream()
                .filter(event -> streams.contains(event.what().stream()))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized List<Event> history(HistoryQuery query) {
        List<Event> found =
                query.newestFirst()
                        ? eventsBefore(Set.of(JournalStream.FACTS), query.seq(), Integer.MAX_VALUE)
                        : events(Set.of(JournalStream.FACTS), query.seq(), Integer.MAX_VALUE);
        return found.stream()
                .filter(event -> value(event, query.of()).equals(query.value()))
                .limit(query.limit())
                .toList();
    }

    private static String value(Event event, HistoryQuery.Of of) {
        EventDraft what = event.what();
        return of == HistoryQuery.Of.TEAM ? what.team().orElse("") : what.subject();
    }

    @Override
    public synchronized Optional<String> prunedBodyHash(long seq) {
        look();
        return Optional.ofNullable(disk.bodyHashes.get(seq));
    }

    @Override
    public synchronized <R extends Record> void rows(Table<R> table, RowSink<R> each) {
        look();
        new ArrayList<>(disk.tables.getOrDefault(table.name(), Map.of()).values())
                .forEach(cells -> each.accept(table, cells));
    }

    @Override
    public synchronized <R extends Record> void rows(
            Table<R> table, KeyRange keyRange, RowSink<R> each) {
        look();
        TreeMap<String, List<Cell>> sorted = new TreeMap<>();
        disk.tables
                .getOrDefault(table.name(), Map.of())
                .forEach((key, cells) -> sorted.put(((Cell.Text) key.getFirst()).value(), cells));
        boolean backwards = keyRange.direction() == KeyRange.Direction.BEFORE;
        (backwards ? sorted.descendingMap() : sorted)
                .entrySet().stream()
                        .filter(
                                row ->
                                        keyRange.key().isEmpty()
                                                || lies(
                                                        row.getKey(),
                                                        keyRange.key().get(),
                                                        keyRange))
                        .filter(row -> matches(table, row.getValue(), keyRange))
                        .limit(keyRange.limit())
                        .forEach(row -> each.accept(table, row.getValue()));
    }

    private static boolean matches(Table<?> table, List<Cell> cells, KeyRange keyRange) {
        return keyRange.match()
                .map(
                        match ->
                                cells.get(table.columns().indexOf(match.column()))
                                        .equals(new Cell.Text(match.value())))
                .orElse(true);
    }

    private static boolean lies(String key, String end, KeyRange keyRange) {
        return switch (keyRange.direction()) {
            case FROM -> key.compareTo(end) >= 0;
            case AFTER -> key.compareTo(end) > 0;
            case BEFORE -> key.compareTo(end) < 0;
        };
    }

    @Override
    public synchronized List<String> answersBefore(Instant at, int limit) {
        look();
        return disk.answers.values().stream()
                .filter(answer -> answer.at().isBefore(at))
                .sorted(Comparator.comparing(CommitGroup.Answer::at))
                .limit(limit)
                .map(answer -> answer.key().name())
                .toList();
    }

    @Override
    public synchronized Map<String, CommitGroup.Cursor> cursors() {
        look();
        return Map.copyOf(disk.cursors);
    }

    @Override
    public synchronized long check() {
        long index = 0;
        for (Event event : disk.events.values()) {
            if (event.leaf().isPresent()) {
                byte[] kept =
                        java.util.HexFormat.of()
                                .parseHex(disk.bodyHashes.getOrDefault(event.seq(), ""));
                if (!MerkleLeaf.matches(event, kept) || event.leaf().get().index() != index++) {
                    throw new Refused(
                            Cause.CORRUPT, "Event " + event.seq() + " does not match its hash");
                }
            }
        }
        if (index != disk.journalHead.leaves()) {
            throw new Refused(Cause.CORRUPT, "Facts are missing");
        }
        return index;
    }

    @Override
    public synchronized void recordCleanShutdown(JournalHead last) {
        disk.clean = Objects.equals(disk.journalHead, last);
    }

    @Override
    public void close() {}
}
