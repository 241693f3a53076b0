package slipway.fuzz;

import java.util.List;
import slipway.base.Problem;
import slipway.base.ProblemKind;
import slipway.spec.Document;
import slipway.spec.Key;
import slipway.spec.Limits;
import slipway.spec.Shape;
import slipway.spec.Type;

/** Documents that people write: configuration and what is to come, with a key of every type there is. */
record Documents() implements Target {

    private static final Shape INNER =
            Shape.of(
                    Key.of("url", Type.line(), "Where."),
                    Key.of("connections", Type.wholeNumber(1, 1000), "How many.").or("8"));
    private static final Shape SHAPE =
            Shape.of(
                    Key.of("host", Type.line(), "Where.").required(),
                    Key.of("port", Type.wholeNumber(0, 65535), "Which.").or("8470"),
                    Key.of("data", Type.path(), "A folder.").or("~/.slipway"),
                    Key.of("about", Type.text(), "A text."),
                    Key.of("secure", Type.yesNo(), "Whether.").or("false"),
                    Key.of("keep", Type.duration(), "How long.").or("30d"),
                    Key.of("room", Type.bytes(), "How much.").or("64GB"),
                    Key.of("kind", Type.choice(ProblemKind.class), "Which sort."),
                    Key.of("names", Type.listOf(Type.line()), "Several."),
                    Key.of("envs", Type.mapOf(Type.text()), "Named."),
                    Key.of("database", INNER, "Inside."));

    @Override
    public String name() {
        return "documents";
    }

    @Override
    public List<String> seeds() {
        return List.of(
                """
                host: 127.0.0.1
                port: 8470
                about: |
                  several
                  lines
                secure: true
                keep: 1h30m
                room: 8GiB
                kind: not-found
                names: [a, 'b', "c"]
                envs: {A: 1, B: ""}
                database:
                  url: jdbc:postgresql://db/slipway  # where
                """,
                "{\"host\": \"a\", \"names\": []}");
    }

    @Override
    public List<String> words() {
        return List.of(
                "\n",
                ": ",
                "- ",
                "&a ",
                "*a",
                "<<: *a",
                "!!java.net.URL ",
                "? ",
                "|-\n",
                ">+\n",
                "%YAML 1.2\n",
                "---\n",
                "...\n",
                "[[[[[[[[",
                "{{{{{{{{",
                "\t",
                "#",
                "'",
                "\"\\x",
                "99999999999999999999d",
                "host",
                "database");
    }

    @Override
    public boolean takes(byte[] input) {
        Document document = Document.of("slipway.yaml", input, Limits.USUAL);
        SHAPE.checkPart(document);
        try {
            SHAPE.read(document, "Nothing was started.");
            return true;
        } catch (Problem refused) {
            return Problems.canBeTold(refused);
        }
    }
}
