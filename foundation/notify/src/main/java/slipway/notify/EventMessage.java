package slipway.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.stream.Collectors;
import slipway.base.text.UntrustedText;
import slipway.journal.Event;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The message about an event: thin JSON with ids, a state, a sentence and links. */
final class EventMessage {

    /** The kind of the event that a test appends. */
    static final String TEST = "webhook.tested";

    static final int MAX_BYTES = 20_000;
    private static final int MAX_SENTENCE = 1_000;
    private static final JsonMapper MAPPER = new JsonMapper();

    private EventMessage() {}

    static String id(Event event) {
        return "evt_" + event.seq();
    }

    static Delivery.Message of(Event event, EventSummary summary, Webhook.BodyFormat format) {
        String body = body(event, summary, format);
        if (body.getBytes(UTF_8).length > MAX_BYTES) {
            body = body(event, shortened(event), format);
        }
        return new Delivery.Message(id(event), event.kind(), event.at(), body);
    }

    private static String body(Event event, EventSummary summary, Webhook.BodyFormat format) {
        return MAPPER.writeValueAsString(
                switch (format) {
                    case EVENT -> json(event, summary);
                    case SLACK -> slack(event, summary);
                });
    }

    /** Ids only, for a subject or an address of absurd length. */
    private static EventSummary shortened(Event event) {
        return EventSummary.of(
                "", java.util.Optional.empty(), "See event " + id(event) + ".", Map.of());
    }

    private static ObjectNode json(Event event, EventSummary summary) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", event.kind()).put("timestamp", event.at().toString());
        ObjectNode data = json.putObject("data").put("id", id(event));
        data.put("team", event.what().team().orElse(null));
        data.put("subject", summary.subject());
        data.put("state", summary.state().orElse(null));
        data.put("message", sentence(summary));
        ObjectNode links = data.putObject("links");
        summary.links().forEach(links::put);
        return json;
    }

    private static ObjectNode slack(Event event, EventSummary summary) {
        String links =
                summary.links().entrySet().stream()
                        .map(link -> "<" + link.getValue() + "|" + link.getKey() + ">")
                        .collect(Collectors.joining(" · "));
        String text = escaped(sentence(summary));
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("text", text);
        json.putArray("blocks")
                .addObject()
                .put("type", "section")
                .putObject("text")
                .put("type", "mrkdwn")
                .put(
                        "text",
                        "*" + event.kind() + "* " + text + (links.isEmpty() ? "" : "\n" + links));
        return json;
    }

    private static String sentence(EventSummary summary) {
        String line = UntrustedText.oneLine(summary.message());
        int end = Math.min(line.length(), MAX_SENTENCE);
        return line.substring(0, line.offsetByCodePoints(0, line.codePointCount(0, end)));
    }

    /** Otherwise a name such as {@code <!channel>} would notify everyone in the channel. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
