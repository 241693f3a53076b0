package slipway.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;

/** The contract of the audit log, for every journal storage. */
abstract class AuditContract {

    /** The same storage for every opening within one test. */
    abstract JournalStorage storage();

    private AuditFixture open() {
        return AuditFixture.open(storage(), Keys.of(1), Optional.empty());
    }

    @Test
    void every_entry_is_proved_against_the_newest_seal_without_a_server() {
        try (AuditFixture book = open()) {
            book.notes(1, 700);
            Seal seal = book.seal();
            assertThat(seal.size()).isEqualTo(700);
            for (long seq : List.of(1L, 2L, 255L, 256L, 257L, 511L, 512L, 513L, 699L, 700L)) {
                EntryProof proof = EntryProof.parse(book.audit.prove(seq).json().toString());
                proof.check(List.of(book.audit.key()));
                assertThat(proof.entry().seq()).isEqualTo(seq);
                assertThat(proof.entry().what().body()).contains("note " + seq + "\"");
            }
        }
    }

    @Test
    void a_restart_continues_the_tree_and_the_seals() {
        List<Sha256Hash> roots = new ArrayList<>();
        for (int start = 0; start < 5; start++) {
            try (AuditFixture book = open()) {
                for (int size = 0; size < roots.size(); size += 7) {
                    assertThat(book.audit.root(size)).isEqualTo(roots.get(size));
                }
                book.notes(start * 150 + 1, start * 150 + 150);
                roots.clear();
                for (long size = 0; size <= book.audit.size(); size++) {
                    roots.add(book.audit.root(size));
                }
                Seal seal = book.seal();
                assertThat(seal.number()).isEqualTo(start + 1L);
                assertThat(seal.root()).isEqualTo(roots.getLast());
                long size = book.audit.size();
                for (long from = 0; from <= size; from += 31) {
                    ConsistencyProof grown = book.audit.consistency(from, size);
                    assertThat(grown.holds(roots.get((int) from), roots.get((int) size))).isTrue();
                }
            }
        }
        assertThat(roots).hasSize(751);
    }

    @Test
    void an_entry_that_is_no_fact_or_newer_than_the_last_seal_is_not_proved() {
        try (AuditFixture book = open()) {
            book.notes(1, 3);
            assertProblem(() -> book.audit.prove(1), "not-sealed-yet");
            book.seal();
            book.note("later");
            assertProblem(() -> book.audit.prove(4), "not-sealed-yet");
            assertProblem(() -> book.audit.prove(99), "no-such-entry");
            assertProblem(() -> book.audit.prove(0), "no-such-entry");
            assertProblem(() -> book.audit.prove(-5), "no-such-entry");
            assertProblem(() -> book.audit.consistency(3, 2), "no-such-tree");
            assertProblem(() -> book.audit.inclusion(4, 99), "no-such-tree");
            assertProblem(() -> book.audit.root(99), "no-such-tree");
        }
    }

    @Test
    void a_seal_is_made_only_when_something_changed_and_holds_the_hash_of_the_one_before() {
        try (AuditFixture book = open()) {
            book.notes(1, 3);
            Seal first = book.seal();
            assertThat(book.seal()).isEqualTo(first);
            book.note("more");
            Seal second = book.seal();
            assertThat(second.number()).isEqualTo(2);
            assertThat(second.previous()).isEqualTo(first.hash());
            assertThat(book.audit.state().sealed().added()).isEqualTo(1);
            assertThat(book.audit.seals(Long.MAX_VALUE, 10)).containsExactly(second, first);
            assertThat(book.audit.seals(2, 10)).containsExactly(first);
            assertThat(book.audit.seal(1)).contains(first);
            assertThat(book.audit.seal(3)).isEmpty();
        }
        try (AuditFixture book = open()) {
            assertThat(book.audit.seals(Long.MAX_VALUE, 10)).hasSize(2);
        }
    }

    @Test
    void automatic_seals_are_at_least_five_minutes_apart() {
        try (AuditFixture book = open()) {
            book.notes(1, 3);
            Seal first = book.seal();
            book.note("more");
            assertThat(book.audit.state().unsealed()).isEqualTo(1);
            book.audit.sealIfDue(first.at().plus(Duration.ofMinutes(4)));
            assertThat(book.audit.state().sealed().last()).contains(first);
            var sealing = sealedBy(book, first.at().plus(Duration.ofMinutes(5)));
            assertThat(sealing.number()).isEqualTo(2);
            assertThat(book.audit.state().unsealed()).isZero();
        }
    }

    @Test
    void seals_keep_the_order_of_time_when_the_server_follows_a_clock_that_was_set_back() {
        try (AuditFixture book = open()) {
            book.note("before");
            Seal first = book.seal();
            book.clock.jumpBack(Duration.ofDays(1));
            Instant _ = book.journal.now();
            book.clock.forward(Duration.ofMinutes(10));
            assertThat(book.journal.now()).isBefore(first.at());
            book.note("after");
            Seal second = sealedBy(book, book.journal.now());
            assertThat(second.number()).isEqualTo(2);
            assertThat(second.at()).isEqualTo(first.at());
        }
    }

    /** Sealing waits until the seal is durable, so the loops run on another thread. */
    private static Seal sealedBy(AuditFixture book, Instant now) {
        Thread ticking = Thread.ofVirtual().start(() -> book.audit.sealIfDue(now));
        while (ticking.isAlive()) {
            book.loops.settle();
        }
        return book.audit.state().sealed().last().orElseThrow();
    }

    @Test
    void concurrent_requests_for_a_seal_get_the_same_seal() {
        try (AuditFixture book = open()) {
            book.notes(1, 3);
            var one = book.audit.sealAsync();
            var other = book.audit.sealAsync();
            book.loops.settle();
            assertThat(Journal.await(one)).isEqualTo(Journal.await(other));
            assertThat(book.audit.seals(Long.MAX_VALUE, 10)).hasSize(1);
        }
    }

    @Test
    void an_entry_whose_body_was_pruned_is_still_proved() {
        try (AuditFixture book = open()) {
            book.notes(1, 300);
            book.clock.forward(Duration.ofDays(10));
            book.prune(Duration.ofDays(5));
            assertThat(book.seal().size()).isEqualTo(301);
        }
        // The newest entries are also in the memory of the journal that wrote them.
        try (AuditFixture book = open()) {
            EntryProof proof = EntryProof.parse(book.audit.prove(7).json().toString());
            assertThat(proof.entry().pruned()).isTrue();
            proof.check(List.of(book.audit.key()));
        }
    }

    @Test
    void a_proof_with_any_change_is_rejected() {
        try (AuditFixture book = open()) {
            book.notes(1, 40);
            book.seal();
            String json = book.audit.prove(17).json().toString();
            List<SealKey> keys = List.of(book.audit.key());
            EntryProof.parse(json).check(keys);
            for (int i = 0; i < json.length(); i++) {
                char at = json.charAt(i);
                if (Character.isLetterOrDigit(at)) {
                    char other = at == '7' ? '8' : '7';
                    String altered = json.substring(0, i) + other + json.substring(i + 1);
                    assertProblem(() -> EntryProof.parse(altered).check(keys), "bad-proof");
                }
            }
            List<SealKey> others = List.of(SealKey.of(Keys.of(9).getPublic()));
            assertProblem(() -> EntryProof.parse(json).check(others), "bad-proof");
            for (String nonsense :
                    List.of("", "{", "[]", "17", "{\"format\":\"slipway-proof-1\"}")) {
                assertProblem(() -> EntryProof.parse(nonsense).check(keys), "bad-proof");
            }
        }
    }

    static void assertProblem(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.code().name()).isEqualTo(code));
    }

    private static AccessLog.Read read(String actor, String secret, String attempt) {
        var item = new AccessLog.Item("secret", new TeamId("vision"), secret);
        return new AccessLog.Read(actor, "run", attempt, item, 10);
    }

    private static void flush(AuditFixture book, AccessLog log) {
        var flushed = log.flushAsync();
        book.loops.settle();
        assertThat(flushed).isCompleted();
    }

    private static List<ReadEntry> entries(AccessLog log) {
        return log.entries(Optional.empty(), 100, _ -> true);
    }

    @Test
    void reads_are_counted_for_each_reader_object_and_hour_and_are_no_entries_of_the_log() {
        try (AuditFixture book = open()) {
            var log = new AccessLog(book.journal, Duration.ofDays(365));
            log.record(read("mira", "hub-token", "w.1"));
            log.record(read("mira", "hub-token", "w.2"));
            log.record(read("kofi", "hub-token", "x.1"));
            assertThat(entries(log)).isEmpty();
            flush(book, log);
            log.record(read("mira", "hub-token", "w.2"));
            flush(book, log);
            assertThat(entries(log))
                    .extracting(it -> it.actor() + " " + it.reads() + " " + it.requests())
                    .containsExactlyInAnyOrder("mira 3 w.1 w.2", "kofi 1 x.1");
            assertThat(book.journal.factCount()).isZero();
        }
        try (AuditFixture book = open()) {
            var log = new AccessLog(book.journal, Duration.ofDays(365));
            log.record(read("mira", "hub-token", "w.3"));
            flush(book, log);
            assertThat(log.entries(Optional.empty(), 1, it -> it.actor().equals("mira")))
                    .singleElement()
                    .satisfies(it -> assertThat(it.reads()).isEqualTo(4))
                    .satisfies(it -> assertThat(it.bytes()).isEqualTo(40));
        }
    }

    @Test
    void the_newest_reads_come_first_and_old_ones_are_removed() {
        try (AuditFixture book = open()) {
            var log = new AccessLog(book.journal, Duration.ofHours(3));
            for (int hour = 0; hour < 6; hour++) {
                log.record(read("mira", "secret-" + hour, "w.1"));
                flush(book, log);
                book.clock.forward(Duration.ofHours(1));
            }
            flush(book, log);
            assertThat(entries(log))
                    .extracting(ReadEntry::object)
                    .containsExactly("secret-5", "secret-4", "secret-3");
            List<ReadEntry> first = log.entries(Optional.empty(), 1, _ -> true);
            assertThat(log.entries(Optional.of(first.getFirst().id()), 1, _ -> true))
                    .extracting(ReadEntry::object)
                    .containsExactly("secret-4");
        }
    }
}
