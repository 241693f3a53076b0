package slipway.notify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.journal.Event;
import slipway.journal.EventDraft;

/** The bodies of messages. */
class EventMessageTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");

    private static String body(String subject, String sentence, Webhook.BodyFormat format) {
        var draft = EventDraft.of(new Fact.NoteWritten("x"), Actor.system("test"), subject);
        var event = new Event(184_221, NOW, draft, Optional.empty());
        EventSummary summary =
                EventSummary.of(
                        subject,
                        Optional.empty(),
                        sentence,
                        Map.of("page", "https://gpu.example.org/events/184221"));
        return EventMessage.of(event, summary, format).body();
    }

    @Test
    void a_slack_message_notifies_no_channel_by_accident() {
        assertThat(body("note", "<!channel> a & b", Webhook.BodyFormat.SLACK))
                .isEqualTo(
                        """
                        {"text":"&lt;!channel&gt; a &amp; b","blocks":[{"type":"section","text":{"type":"mrkdwn",\
                        "text":"*note.created* &lt;!channel&gt; a &amp; b\\n\
                        <https://gpu.example.org/events/184221|page>"}}]}""");
    }

    @Test
    void an_unknown_state_and_team_are_null() {
        assertThat(body("note", "A note.", Webhook.BodyFormat.EVENT))
                .contains("\"team\":null")
                .contains("\"state\":null");
    }

    @Test
    void no_body_is_longer_than_20_kb() {
        for (Webhook.BodyFormat format : Webhook.BodyFormat.values()) {
            String body = body("x".repeat(50_000), "🚢".repeat(50_000), format);
            assertThat(body.getBytes(UTF_8)).hasSizeLessThanOrEqualTo(EventMessage.MAX_BYTES);
        }
        assertThat(body("x".repeat(50_000), "long", Webhook.BodyFormat.EVENT))
                .contains("See event evt_184221.");
    }
}
