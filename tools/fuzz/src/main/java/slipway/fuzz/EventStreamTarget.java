package slipway.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import slipway.surface.api.client.SseParser;

/** Server-sent events, as the client reads them: cut anywhere they are the same events. */
record EventStreamTarget() implements Target {

    @Override
    public String name() {
        return "streams";
    }

    @Override
    public List<String> seeds() {
        return List.of(
                "\u0003: welcome\n\nid: 1\nevent: note\ndata: {\"a\": 1}\ndata: 2\n\n",
                "\u0001retry: 1500\r\n\r\nid: 2\rdata\r\r");
    }

    @Override
    public List<String> dictionary() {
        return List.of(
                "\n",
                "\r",
                "\r\n",
                "\n\n",
                "data:",
                "id:",
                "id",
                "event: ",
                "retry: ",
                ":",
                "\0",
                "\ufeff",
                "9999999999");
    }

    @Override
    public boolean accepts(byte[] input) {
        if (input.length == 0) {
            return false;
        }
        int size = 1 + (input[0] & 0x3f);
        var whole = new SseParser("");
        var cut = new SseParser("");
        List<SseParser.ParsedEvent> pieces = new ArrayList<>();
        for (int at = 1; at < input.length; at += size) {
            int end = Math.min(input.length, at + size);
            pieces.addAll(cut.read(Arrays.copyOfRange(input, at, end)));
        }
        List<SseParser.ParsedEvent> sent = whole.read(Arrays.copyOfRange(input, 1, input.length));
        if (!sent.equals(pieces)
                || !whole.lastId().equals(cut.lastId())
                || !whole.pause().equals(cut.pause())) {
            throw new AssertionError(sent + " in pieces of " + size + " is " + pieces);
        }
        return !sent.isEmpty();
    }
}
