package slipway.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.journal.table.RowChange;
import slipway.journal.table.Table;

/** A value, a request or a reader that fails ends nothing but itself, and every caller gets a true answer. */
class FailureIsolationTest {

    private static final Table<Item> ITEMS = Table.of("shop_item", Item.class, "name");
    private static final Table<Item> UNDECLARED = Table.of("shop_other", Item.class, "name");
    private static final Table<NewItem> CHANGED = Table.of("shop_item", NewItem.class, "name");
    private static final ProblemCode EXISTS =
            ProblemCode.of(ProblemKind.CONFLICT, "item-exists", "There is such an item.");
    private static final String HALF_A_PAIR = "\udfff";

    private final MemoryStorage.Disk disk = new MemoryStorage.Disk(ITEMS);
    private final AtomicReference<MemoryStorage.Fault> next =
            new AtomicReference<>(MemoryStorage.Fault.NONE);
    private ManualLoops loops = new ManualLoops();
    private Journal journal = open();
    private ModuleOwner<Shop, Item> shop = owner();

    private record Item(String name, Duration time, List<String> parts) {}

    /** The row of a later version, which refuses what an earlier one stored. */
    private record NewItem(String name, Duration time, List<String> parts) {
        @SuppressWarnings("UnusedMethod") // called by reflection
        private NewItem {
            if (name.equals("old")) {
                throw new IllegalArgumentException("nothing is called old any more");
            }
        }
    }

    private record Shop(TreeMap<String, Item> items) implements Snapshot<Shop> {

        @Override
        public Shop after(Commit commit) {
            var after = new TreeMap<>(items);
            for (RowChange change : commit.rows()) {
                if (change instanceof RowChange.Put<?> put && put.value() instanceof Item item) {
                    after.put(item.name(), item);
                }
            }
            return new Shop(after);
        }

        static Commit add(Shop shop, ModuleRequest<Item> request, Instant now) {
            Item item = request.request();
            if (shop.items().containsKey(item.name())) {
                throw new Problem(EXISTS, "It exists.", "It was added.", "Take another name.");
            }
            if (item.name().equals("error")) {
                throw new AssertionError("a bug of a rule");
            }
            Table<Item> table = item.name().equals("misfit") ? UNDECLARED : ITEMS;
            return Commit.of(
                    List.of(
                            EventDraft.of(
                                    new Fact.NoteWritten(item.name()),
                                    JournalContract.ANA,
                                    "item")),
                    List.of(new RowChange.Put<>(table, item)));
        }
    }

    private Journal open() {
        loops = new ManualLoops();
        MemoryStorage.Weather weather =
                (point, _) ->
                        point == MemoryStorage.Point.BEFORE
                                ? next.getAndSet(MemoryStorage.Fault.NONE)
                                : MemoryStorage.Fault.NONE;
        Instant now = Instant.parse("2026-09-17T14:20:00Z");
        return Journal.open(
                new MemoryStorage(disk, weather), loops, new Journal.Times(() -> now, () -> 0L));
    }

    private ModuleOwner<Shop, Item> owner() {
        var items = new TreeMap<String, Item>();
        journal.rows(ITEMS, item -> items.put(item.name(), item));
        return journal.owner("shop", new Shop(items), Shop::add);
    }

    private CompletableFuture<CommitResult> add(Item item) {
        return shop.ask(ModuleRequest.of(item, JournalContract.ANA));
    }

    private CompletableFuture<CommitResult> add(String name) {
        return add(item(name));
    }

    private static Item item(String name) {
        return new Item(name, Duration.ofSeconds(1), List.of("a part"));
    }

    private static ProblemCode code(CompletableFuture<CommitResult> answer) {
        assertThat(answer).isCompletedExceptionally();
        try {
            Journal.await(answer);
            throw new AssertionError("It was not refused");
        } catch (Problem problem) {
            return problem.code();
        }
    }

    private List<String> durableNames() {
        return List.copyOf(shop.snapshot().items().keySet());
    }

    @Test
    void a_value_that_no_database_stores_refuses_one_request() {
        List<CompletableFuture<CommitResult>> refused =
                List.of(
                        add("half" + HALF_A_PAIR),
                        add("nul\0"),
                        add(new Item("parts", Duration.ZERO, List.of(HALF_A_PAIR))),
                        add(new Item("long", Duration.ofSeconds(Long.MAX_VALUE), List.of())),
                        add(new Item("large", Duration.ZERO, List.of("x".repeat(17 << 20)))));
        CompletableFuture<CommitResult> sound = add("sound");
        loops.settle();
        assertThat(refused)
                .extracting(FailureIsolationTest::code)
                .containsOnly(JournalProblems.NOT_STORABLE);
        assertThat(sound).isCompleted();
        assertThat(journal.health()).isInstanceOf(JournalHealth.Writing.class);
        assertThat(durableNames()).containsExactly("sound");
    }

    @Test
    void a_commit_without_an_owner_is_checked_too() {
        CompletableFuture<CommitResult> refused =
                journal.send(Commit.of(List.of(), List.of(put(HALF_A_PAIR))));
        assertThat(code(refused)).isEqualTo(JournalProblems.NOT_STORABLE);
    }

    @Test
    void a_long_duration_is_stored_and_read_again() {
        var long31688Years = Duration.ofMillis(999_999_999_999_999L);
        var _ = add(new Item("a cluster year", long31688Years, List.of()));
        loops.settle();
        journal.close();
        journal = open();
        shop = owner();
        assertThat(shop.snapshot().items().get("a cluster year"))
                .extracting(Item::time)
                .isEqualTo(long31688Years);
    }

    @Test
    void a_row_that_the_database_rejects_refuses_only_its_own_request() {
        CompletableFuture<CommitResult> before = add("before");
        CompletableFuture<CommitResult> misfit = add("misfit");
        CompletableFuture<CommitResult> after = add("after");
        CompletableFuture<CommitResult> free =
                journal.send(Commit.of(List.of(), List.of(put("x"))));
        loops.settle();
        assertThat(code(misfit)).isEqualTo(JournalProblems.BROKEN);
        assertThat(List.of(before, after, free))
                .allMatch(answer -> !answer.isCompletedExceptionally());
        assertThat(durableNames()).containsExactly("after", "before");
        assertThat(journal.seq()).isEqualTo(2);
    }

    @Test
    void an_error_in_a_rule_refuses_one_request() {
        CompletableFuture<CommitResult> broken = add("error");
        CompletableFuture<CommitResult> sound = add("sound");
        loops.settle();
        assertThat(code(broken)).isEqualTo(JournalProblems.BROKEN);
        assertThat(sound).isCompleted();
    }

    @Test
    void a_refusal_rests_on_durable_state_only() {
        CompletableFuture<CommitResult> first = add("x");
        CompletableFuture<CommitResult> second = add("x");
        loops.round("shop-owner");
        assertThat(second).as("decided on a state that is not durable yet").isNotDone();
        next.set(MemoryStorage.Fault.FULL);
        loops.settle();
        assertThat(code(first)).isEqualTo(JournalProblems.DISK_FULL);
        assertThat(code(second))
                .as("'x' was never stored, so it does not exist")
                .isEqualTo(JournalProblems.DISK_FULL);
    }

    @Test
    void a_refusal_is_answered_when_what_it_rests_on_is_durable() {
        var _ = add("x");
        CompletableFuture<CommitResult> second = add("x");
        loops.settle();
        assertThat(code(second)).isEqualTo(EXISTS);
        assertThat(code(decidedOnDurableState())).isEqualTo(EXISTS);
    }

    private CompletableFuture<CommitResult> decidedOnDurableState() {
        CompletableFuture<CommitResult> answer = add("x");
        loops.round("shop-owner");
        return answer;
    }

    @Test
    void a_snapshot_is_published_before_readers_wake_and_readers_before_callers()
            throws InterruptedException {
        List<String> order = new ArrayList<>();
        var storage = new MemoryStorage(disk, MemoryStorage.Weather.CALM);
        var writer =
                new JournalWriter(
                        storage,
                        new JournalWriter.Position(storage.claim().head(), Instant.EPOCH),
                        new Journal.Times(() -> Instant.EPOCH, () -> 0L),
                        _ -> order.add("readers"),
                        FatalFailures.MACHINE);
        var answer = new CompletableFuture<CommitResult>();
        var _ = answer.thenRun(() -> order.add("callers"));
        var commit = EncodedCommit.of(Commit.of(List.of(), List.of(put("x"))));
        var entry = new CommitBatch.Entry(commit, () -> order.add("snapshot"), answer);
        writer.submit(CommitBatch.of(List.of(entry), new CommitBatch.Basis()), Duration.ZERO);
        writer.round(false);
        assertThat(order).containsExactly("snapshot", "readers", "callers");
    }

    private static RowChange put(String name) {
        return new RowChange.Put<>(ITEMS, item(name));
    }

    @Test
    void an_error_in_a_reader_stops_neither_the_journal_nor_other_readers() {
        var sound = new Collector("sound", 2);
        journal.follow(new FailingReader());
        journal.follow(sound);
        var _ = add("one");
        loops.settle();
        var _ = add("two");
        loops.settle();
        assertThat(sound.told).containsExactly("one", "two");
        assertThat(journal.health()).isInstanceOf(JournalHealth.Writing.class);
        assertThat(journal.readers())
                .filteredOn(reader -> reader.failing().isPresent())
                .extracting(ReaderState::name)
                .containsExactly("failing");
    }

    private static final class FailingReader implements JournalReader {
        @Override
        public String name() {
            return "failing";
        }

        @Override
        public Set<JournalStream> streams() {
            return Set.of(JournalStream.FACTS);
        }

        @Override
        public List<RowChange> apply(List<Event> events) {
            throw new AssertionError("a bug of a reader");
        }
    }

    @Test
    void an_unexpected_error_of_the_storage_is_answered() {
        CompletableFuture<CommitResult> lost = add("lost");
        next.set(MemoryStorage.Fault.DIE);
        loops.settle();
        assertThat(code(lost)).isEqualTo(JournalProblems.BROKEN);
        CompletableFuture<CommitResult> later = add("later");
        loops.settle();
        assertThat(later).isCompleted();
    }

    @Test
    void a_fatal_failure_answers_everyone_and_stops_writing() {
        journal.close();
        loops = new ManualLoops();
        var storage =
                new MemoryStorage(
                        disk,
                        (point, _) ->
                                point == MemoryStorage.Point.BEFORE
                                        ? MemoryStorage.Fault.DIE
                                        : MemoryStorage.Fault.NONE);
        journal =
                Journal.open(
                        storage,
                        loops,
                        new Journal.Times(() -> Instant.EPOCH, () -> 0L),
                        MemoryStorage.Died.class::isInstance);
        CompletableFuture<CommitResult> written =
                journal.send(Commit.of(List.of(), List.of(put("x"))));
        loops.round("journal-writer");
        assertThat(code(written)).isEqualTo(JournalProblems.UNKNOWN);
        assertThat(journal.health()).isInstanceOf(JournalHealth.Stopped.class);
        assertThatThrownBy(() -> journal.write(Commit.of(List.of(), List.of())))
                .isInstanceOf(Problem.class);
    }

    @Test
    void a_row_that_cannot_be_read_is_skipped_and_listed() {
        var _ = add("old");
        var _ = add("new");
        loops.settle();
        List<String> read = new ArrayList<>();
        journal.rows(CHANGED, item -> read.add(item.name()));
        assertThat(read).containsExactly("new");
        assertThat(journal.unreadableRows())
                .singleElement()
                .satisfies(
                        row -> {
                            assertThat(row.table()).isEqualTo("shop_item");
                            assertThat(row.key()).contains("old");
                            assertThat(Optional.ofNullable(row.getMessage()).orElse(""))
                                    .contains("nothing is called old any more");
                        });
    }
}
