package slipway.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import slipway.base.Actor;
import slipway.base.Fact;

/** Every fact that was ever released can be read for ever: one line for each kind, as it was stored. */
class FactFixturesTest {

    private static final Actor ANA = new Actor("ana", "cli", "r-1");

    @TestFactory
    Stream<DynamicTest> every_kind_that_was_ever_written_reads_as_it_was_written()
            throws IOException {
        return writtenKinds().stream()
                .map(kind -> DynamicTest.dynamicTest(kind, () -> reads(kind)));
    }

    @Test
    void every_kind_of_today_is_among_those_that_were_ever_written() throws IOException {
        assertThat(writtenKinds())
                .as("facts/kinds.txt")
                .isSorted()
                .containsAll(FactCodec.BY_KIND.keySet());
    }

    /** The file only grows: a journal may hold an event of each of its kinds. */
    private static List<String> writtenKinds() throws IOException {
        return resource("/facts/kinds.txt").lines().filter(line -> !line.startsWith("#")).toList();
    }

    private static void reads(String kind) throws IOException {
        String line = line(kind);
        Optional<Fact> fact = FactCodec.read(kind, 1, line);
        assertThat(fact).isPresent();
        assertThat(FactCodec.kind(fact.get())).isEqualTo(kind);
        assertThat(FactCodec.body(fact.get())).isEqualTo(line);
    }

    @Test
    void every_fact_can_be_read_by_a_kind() {
        assertThat(records(Fact.class))
                .containsExactlyInAnyOrderElementsOf(
                        FactCodec.BY_KIND.values().stream().distinct().toList());
    }

    private static Stream<Class<?>> records(Class<?> type) {
        return type.isRecord()
                ? Stream.of(type)
                : Arrays.stream(type.getPermittedSubclasses()).flatMap(FactFixturesTest::records);
    }

    @TestFactory
    Stream<DynamicTest> an_event_of_an_old_kind_reads_as_the_kind_of_today() {
        return Stream.of(
                        "access-refused access.denied",
                        "backup-restored backup.restored",
                        "calibration-applied calibration.applied",
                        "calibration-undone calibration.reverted",
                        "clock-stepped-back clock.stepped_back",
                        "history-pruned history.pruned",
                        "node-drained node.drained",
                        "node-restored node.undrained",
                        "note-written note.created",
                        "role-set role.granted",
                        "role-set role.revoked",
                        "secret-removed secret.deleted",
                        "secret-set secret.set",
                        "server-key-adopted server_key.adopted",
                        "server-started server.started",
                        "server-stopped server.stopped",
                        "signed-in session.created",
                        "signed-out session.revoked",
                        "team-changed team.updated",
                        "team-created team.created",
                        "team-removed team.deleted",
                        "token-made token.created",
                        "token-revoked token.revoked",
                        "user-changed user.updated",
                        "user-created user.created",
                        "user-removed user.deleted",
                        "workload-ended workload.cancelled",
                        "workload-ended workload.failed",
                        "workload-ended workload.succeeded",
                        "workload-entered exec.started",
                        "workload-hung workload.hung",
                        "workload-idle workload.idle",
                        "workload-kept workload.idle_exempted",
                        "workload-opened workspace.opened",
                        "workload-placed workload.starting",
                        "workload-queued workload.queued",
                        "workload-started workload.running",
                        "workload-submitted workload.submitted",
                        "workload-told-to-stop workload.preempting",
                        "workload-told-to-stop workload.stopping")
                .map(pair -> DynamicTest.dynamicTest(pair, () -> reads(pair.split(" "))));
    }

    private static void reads(String[] oldAndToday) throws IOException {
        String old = oldAndToday[0];
        String today = oldAndToday[1];
        Event event = event(old, line(today));
        assertThat(event.kind()).isEqualTo(today);
        assertThat(event.what().kind()).as("what is hashed").isEqualTo(old);
        assertThat(event.fact()).isPresent().isEqualTo(event(today, line(today)).fact());
    }

    @Test
    void an_old_kind_is_translated_without_its_body_too() {
        Map.of(
                        "token-made", "token.created",
                        "role-set", "role.set",
                        "workload-ended", "workload.ended",
                        "workload-told-to-stop", "workload.stopping",
                        "of-a-later-version", "of-a-later-version")
                .forEach(
                        (old, today) -> {
                            assertThat(event(old, "").kind()).isEqualTo(today);
                            assertThat(event(old, "{damaged").kind()).isEqualTo(today);
                        });
    }

    private static Event event(String kind, String body) {
        var draft = new EventDraft(JournalStream.FACTS, kind, 1, ANA, Optional.empty(), "x", body);
        return new Event(1, Instant.EPOCH, draft, Optional.empty());
    }

    private static String line(String kind) throws IOException {
        return resource("/facts/" + kind + "-1.json");
    }

    private static String resource(String file) throws IOException {
        try (InputStream in = FactFixturesTest.class.getResourceAsStream(file)) {
            assertThat(in).as("src/test/resources" + file).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
