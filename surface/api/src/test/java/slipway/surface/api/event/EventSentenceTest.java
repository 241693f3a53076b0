package slipway.surface.api.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.api.json.RawJson;

/** Uses the fixtures of all event versions of the journal. */
class EventSentenceTest {

    private static final TimeFormat TIMES =
            Format.times(Instant.parse("2026-09-17T14:20:00Z"), ZoneOffset.UTC);
    private static final Path FIXTURES =
            Path.of(System.getProperty("slipway.checkout", ""))
                    .resolve("foundation/journal/src/test/resources/facts");

    private static List<Path> fixtures() throws IOException {
        try (Stream<Path> files = Files.list(FIXTURES)) {
            return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
        }
    }

    @Test
    void every_version_of_every_fact_has_its_sentence() throws IOException {
        String sentences =
                fixtures().stream().map(EventSentenceTest::line).collect(Collectors.joining());
        assertThat(sentences).isEqualTo(golden());
    }

    @Test
    void every_kind_has_a_sentence_and_every_sentence_a_kind() throws IOException {
        assertThat(fixtures().stream().map(EventSentenceTest::kind))
                .containsExactlyInAnyOrderElementsOf(EventSentence.kinds());
    }

    @Test
    void an_actor_who_owns_the_token_is_not_named_twice() {
        String body = "{\"token\":\"4tQm1vNc\",\"owner\":\"sam\",\"label\":\"laptop\"}";
        assertThat(sentence("token.created", body))
                .isEqualTo("sam created token 4tQm1vNc…: “laptop”, until it is revoked");
        assertThat(sentence("token.revoked", body))
                .isEqualTo("sam revoked token 4tQm1vNc…: “laptop”");
    }

    @Test
    void a_revoked_role_and_single_sign_on_are_mentioned() {
        assertThat(
                        sentence(
                                "role.revoked",
                                "{\"user\":\"ana\",\"team\":\"vision\",\"role\":null,\"signOn\":true}"))
                .isEqualTo("sam revoked the role of ana in vision by single sign-on");
    }

    @Test
    void each_event_of_a_workload_has_a_sentence() {
        String body =
                "{\"workload\":\"w1\",\"team\":\"vision\",\"name\":\"digits\",\"owner\":\"sam\",\"attempt\":2,"
                        + "\"nodes\":[\"n1\",\"n2\"],\"outcome\":\"cancelled\",\"because\":\"Enough.\","
                        + "\"by\":\"2026-09-17T14:30:00Z\",\"node\":\"n1\"}";
        assertThat(sentence("workload.submitted", body))
                .isEqualTo("sam submitted digits in vision as w1");
        assertThat(sentence("workload.starting", body))
                .isEqualTo("sam placed w1 on n1 and n2, attempt 2");
        assertThat(sentence("workload.running", body)).isEqualTo("sam started w1, attempt 2");
        assertThat(sentence("workload.preempting", body))
                .startsWith("sam asked w1 to stop by ")
                .endsWith(": Enough.");
        assertThat(sentence("workload.queued", body)).isEqualTo("sam queued w1: Enough.");
        assertThat(sentence("workload.cancelled", body))
                .isEqualTo("sam recorded that w1 was cancelled: Enough.");
        assertThat(sentence("node.drained", body)).isEqualTo("sam drained n1: Enough.");
        assertThat(sentence("node.undrained", body)).isEqualTo("sam returned n1 to service");
    }

    @Test
    void an_unknown_kind_or_body_has_a_generic_sentence() {
        assertThat(sentence("rack.moved", "{\"to\":3}")).isEqualTo("sam: rack moved (thing/1)");
        assertThat(sentence("team.created", "{\"name\":\"of a later shape\"}"))
                .isEqualTo("sam: team created (thing/1)");
        assertThat(sentence("team.created", "[not json")).isEqualTo("sam: team created (thing/1)");
        assertThat(sentence("clock.stepped_back", "{\"by\":\"an hour\"}"))
                .isEqualTo("Slipway: clock stepped back (thing/1)");
        assertThat(EventSentence.of(event("token.created", Optional.empty()), TIMES).text())
                .isEqualTo("sam: token created (thing/1); its details were pruned");
    }

    @Test
    void a_note_cannot_contain_control_characters() {
        assertThat(
                        sentence(
                                "note.created",
                                "{\"text\":\"red \\u001b[31m, back\\u202e and\\n\\nfar\"}"))
                .isEqualTo("sam wrote a note: “red  [31m, back  and far”");
    }

    @Test
    void actors_and_code_have_their_own_style() {
        var sentence =
                EventSentence.of(
                        event(
                                "token.revoked",
                                Optional.of(
                                        "{\"token\":\"4tQm1vNc\",\"owner\":\"ana\",\"label\":\"x\"}")),
                        TIMES);
        assertThat(sentence.parts())
                .containsExactly(
                        new EventSentence.Part(EventSentence.Style.WHO, "sam"),
                        new EventSentence.Part(EventSentence.Style.PLAIN, " revoked token "),
                        new EventSentence.Part(EventSentence.Style.CODE, "4tQm1vNc…"),
                        new EventSentence.Part(EventSentence.Style.PLAIN, " of ana: “x”"));
    }

    private static String line(Path file) {
        try {
            return file.getFileName() + ": " + sentence(kind(file), Files.readString(file)) + "\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sentence(String kind, String body) {
        return EventSentence.of(event(kind, Optional.of(body)), TIMES).text();
    }

    private static EventView event(String kind, Optional<String> body) {
        return new EventView(
                1,
                TIMES.now(),
                kind,
                1,
                kind.matches("(server|server_key|clock|history)\\..*") ? "system/server" : "sam",
                "api",
                Optional.empty(),
                Optional.empty(),
                "thing/1",
                body.map(RawJson::new),
                Optional.empty());
    }

    private static String kind(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("-\\d+\\.json$", "");
    }

    private static String golden() throws IOException {
        try (InputStream in =
                EventSentenceTest.class.getResourceAsStream("/golden/sentences.txt")) {
            return new String(
                    Objects.requireNonNull(in, "sentences.txt").readAllBytes(),
                    StandardCharsets.UTF_8);
        }
    }
}
