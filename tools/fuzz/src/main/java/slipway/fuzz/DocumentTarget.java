package slipway.fuzz;

import java.util.List;
import slipway.base.Problem;
import slipway.base.ProblemKind;
import slipway.spec.BlockSchema;
import slipway.spec.Document;
import slipway.spec.DocumentLimits;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;

/** YAML and JSON documents with a key of every type. */
record DocumentTarget() implements Target {

    private static final BlockSchema INNER =
            BlockSchema.of(
                    SpecKey.of("url", ValueType.line(), "Where."),
                    SpecKey.of("connections", ValueType.wholeNumber(1, 1000), "How many.")
                            .withDefault("8"));
    private static final BlockSchema SCHEMA =
            BlockSchema.of(
                    SpecKey.of("host", ValueType.line(), "Where.").required(),
                    SpecKey.of("port", ValueType.wholeNumber(0, 65535), "Which.")
                            .withDefault("8470"),
                    SpecKey.of("data", ValueType.path(), "A folder.").withDefault("~/.slipway"),
                    SpecKey.of("about", ValueType.text(), "A text."),
                    SpecKey.of("secure", ValueType.bool(), "Whether.").withDefault("false"),
                    SpecKey.of("keep", ValueType.duration(), "How long.").withDefault("30d"),
                    SpecKey.of("room", ValueType.bytes(), "How much.").withDefault("64GB"),
                    SpecKey.of("kind", ValueType.choice(ProblemKind.class), "Which sort."),
                    SpecKey.of("names", ValueType.listOf(ValueType.line()), "Several."),
                    SpecKey.of("envs", ValueType.mapOf(ValueType.text()), "Named."),
                    SpecKey.of("database", INNER, "Inside."));

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
    public List<String> dictionary() {
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
    public boolean accepts(byte[] input) {
        Document document = Document.of("slipway.yaml", input, DocumentLimits.DEFAULT);
        SCHEMA.checkPartial(document);
        try {
            SCHEMA.read(document, "Nothing was started.");
            return true;
        } catch (Problem refused) {
            return ProblemTarget.isComplete(refused);
        }
    }
}
