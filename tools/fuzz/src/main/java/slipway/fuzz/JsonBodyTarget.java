package slipway.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import slipway.base.Problem;
import slipway.cli.AllRoutes;
import slipway.surface.api.Route;
import slipway.surface.api.json.JsonCodec;

/** The bodies of requests, as the server reads them, and of answers, as the client does. */
record JsonBodyTarget(String name, List<? extends JsonCodec<?>> codecs, boolean strict)
        implements Target {

    static JsonBodyTarget requests() {
        return new JsonBodyTarget("requests", all(Route::request), true);
    }

    static JsonBodyTarget answers() {
        return new JsonBodyTarget("answers", all(Route::answer), false);
    }

    private static List<? extends JsonCodec<?>> all(Function<Route<?, ?>, JsonCodec<?>> of) {
        return AllRoutes.LIST.stream().map(of).distinct().toList();
    }

    @Override
    public List<String> seeds() {
        return codecs.stream().map(form -> form.example().toString()).distinct().toList();
    }

    @Override
    public List<String> dictionary() {
        return List.of(
                "{",
                "}",
                "[",
                "]",
                ":",
                ",",
                "\"",
                "null",
                "true",
                "1e999",
                "-0",
                "\\ud800",
                "\\u001b",
                "\u202e",
                "\ufeff",
                "\"user\":",
                "\"roles\":[",
                "\"only\":[\"team:read\"]",
                "9223372036854775808",
                "[[[[[[[[");
    }

    @Override
    public boolean accepts(byte[] input) {
        boolean understood = false;
        for (JsonCodec<?> jsonCodec : codecs) {
            understood |= accepts(jsonCodec, input);
        }
        return understood;
    }

    private <T> boolean accepts(JsonCodec<T> jsonCodec, byte[] input) {
        try {
            checkRoundTrip(jsonCodec, strict ? jsonCodec.read(input) : jsonCodec.readAnswer(input));
            return true;
        } catch (Problem refused) {
            return ProblemTarget.isComplete(refused);
        }
    }

    /** Checks that an accepted value, written and read again, is the same. */
    private static <T> void checkRoundTrip(JsonCodec<T> jsonCodec, T value) {
        String written = new String(jsonCodec.write(value), StandardCharsets.UTF_8);
        try {
            T back = jsonCodec.read(written.getBytes(StandardCharsets.UTF_8));
            if (!back.equals(value)) {
                throw new AssertionError(value + " came back as " + back);
            }
        } catch (Problem refused) {
            throw new AssertionError(written + " cannot be read again", refused);
        }
    }
}
