package slipway.plan.acceptance;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import slipway.base.Bytes;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.catalog.Precision;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the document of a measurement, and keeps everything that is wrong with it. A job wrote it, so nothing of it is
 * believed: not its length, not its units, not its numbers.
 */
final class MeasurementReader {

    static final ProblemCode BAD =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-measurement",
                    "What is said to be a measurement of a machine cannot be read, or cannot be true.");

    static final int LONGEST = 128 << 10;
    private static final int FORMAT = 1;
    private static final int MOST_FIGURES = 400;
    private static final int MOST_ROUNDS = 100;
    private static final int MOST_SENTENCES = 50;
    private static final int LONGEST_SENTENCE = 400;
    private static final double MOST = 1e18;

    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(8)
                                                    .maxNumberLength(40)
                                                    .maxNameLength(100)
                                                    .build())
                                    .build())
                    .build();

    private final SourceLocation sourceLocation;
    private final List<Mistake> mistakes = new ArrayList<>();

    private MeasurementReader(String source) {
        this.sourceLocation = SourceLocation.of(source);
    }

    /**
     * @param source what people call it, for messages
     */
    static Measurement read(String source, String json) {
        var reader = new MeasurementReader(source);
        Optional<JsonNode> tree = reader.tree(json);
        Optional<Measurement> found = tree.map(reader::measurement);
        if (!reader.mistakes.isEmpty() || found.isEmpty()) {
            throw Mistakes.problem(
                    BAD,
                    source,
                    reader.mistakes,
                    "It is not used. Measure anew: slipway plan measure");
        }
        return found.get();
    }

    private void wrong(String key, String sentence) {
        mistakes.add(new Mistake(sourceLocation, key, sentence));
    }

    private Optional<JsonNode> tree(String json) {
        if (json.length() > LONGEST) {
            wrong("", "It is longer than %,d characters.".formatted(LONGEST));
            return Optional.empty();
        }
        try {
            JsonNode tree = JSON.readTree(json);
            if (tree != null && tree.isObject()) {
                return Optional.of(tree);
            }
            wrong("", "It is not a JSON object.");
        } catch (JacksonException broken) {
            wrong("", "This is not JSON: %s".formatted(said(broken)));
        }
        return Optional.empty();
    }

    private static String said(JacksonException broken) {
        return UntrustedText.escaped(
                        broken.getOriginalMessage().lines().findFirst().orElse("").strip(), 150)
                + ".";
    }

    private Measurement measurement(JsonNode tree) {
        if (whole(tree, "format", 1, 1_000) > FORMAT) {
            wrong(
                    "format",
                    "It is of a newer program than this one, which reads format %d."
                            .formatted(FORMAT));
        }
        return new Measurement(
                text(tree, "node", 1),
                whole(tree, "rank", 0, 100_000),
                whole(tree, "nodes", 1, 100_000),
                instant(tree),
                Duration.ofMillis(Math.round(1_000 * number(tree, "held", 0, 1e7))),
                machine(tree.path("machine")),
                sentences(tree, "busy"),
                number(tree, "stolen", 0, 1),
                figures(tree.path("figures")),
                skipped(tree.path("skipped")),
                sentences(tree, "notes"));
    }

    private Measurement.Machine machine(JsonNode tree) {
        if (!tree.isObject()) {
            wrong("machine", "It is missing.");
        }
        List<String> accelerators = new ArrayList<>();
        for (JsonNode each : items(tree, "accelerators", 1_000)) {
            accelerators.add(text(each, "name", 1));
        }
        return new Measurement.Machine(
                whole(tree, "cpus", 1, 100_000),
                new Bytes(Math.round(number(tree, "memory_bytes", 0, MOST))),
                text(tree, "kernel", 0),
                text(tree, "python", 0),
                text(tree, "torch", 0),
                accelerators);
    }

    private List<MeasuredFigure> figures(JsonNode list) {
        if (!list.isArray() || list.size() > MOST_FIGURES) {
            wrong("figures", "It must be a list of at most %d figures.".formatted(MOST_FIGURES));
            return List.of();
        }
        List<MeasuredFigure> figures = new ArrayList<>();
        for (int at = 0; at < list.size(); at++) {
            figure("figures[%d]".formatted(at), list.get(at)).ifPresent(figures::add);
        }
        return figures;
    }

    private Optional<MeasuredFigure> figure(String key, JsonNode tree) {
        String name = tree.path("name").asString("");
        Optional<MeasuredFigure.Kind> kind = MeasuredFigure.Kind.named(name);
        if (kind.isEmpty()) {
            wrong(
                    key + ".name",
                    "%s is nothing that is measured.%s"
                            .formatted(UntrustedText.quoted(name), meant(name)));
        }
        Optional<MeasuredFigure.Scope> scope =
                MeasuredFigure.Scope.named(tree.path("scope").asString(""));
        if (scope.isEmpty()) {
            wrong(
                    key + ".scope",
                    "%s is no part of a machine."
                            .formatted(UntrustedText.quoted(tree.path("scope").asString(""))));
        }
        String unit = tree.path("unit").asString("");
        kind.filter(it -> !it.unit().equals(unit))
                .ifPresent(
                        it ->
                                wrong(
                                        key + ".unit",
                                        "%s is not the unit of %s, which is %s."
                                                .formatted(
                                                        UntrustedText.quoted(unit),
                                                        name,
                                                        it.unit())));
        Optional<Precision> format = format(key, tree);
        Optional<Bytes> bytes =
                tree.has("bytes")
                        ? Optional.of(new Bytes(Math.round(number(tree, "bytes", 1, MOST))))
                        : Optional.empty();
        OptionalInt device = index(tree, "device");
        OptionalInt parallel = index(tree, "parallel");
        OptionalInt peer = index(tree, "peer");
        List<Double> rounds = rounds(key, tree.path("rounds"));
        return kind.isEmpty() || scope.isEmpty() || rounds.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new MeasuredFigure(
                                kind.get(),
                                scope.get(),
                                format,
                                device,
                                bytes,
                                parallel,
                                peer,
                                rounds));
    }

    private static String meant(String name) {
        return SpellingSuggestion.didYouMean(
                name,
                List.of(MeasuredFigure.Kind.values()).stream()
                        .map(MeasuredFigure.Kind::word)
                        .toList());
    }

    private Optional<Precision> format(String key, JsonNode tree) {
        if (!tree.has("format")) {
            return Optional.empty();
        }
        String word = tree.path("format").asString("");
        Optional<Precision> found =
                List.of(Precision.values()).stream()
                        .filter(it -> it.label().equals(word))
                        .findFirst();
        if (found.isEmpty()) {
            wrong(
                    key + ".format",
                    "%s is no format of numbers.".formatted(UntrustedText.quoted(word)));
        }
        return found;
    }

    private List<Double> rounds(String key, JsonNode list) {
        List<Double> rounds = new ArrayList<>();
        boolean fits = list.isArray() && !list.isEmpty() && list.size() <= MOST_ROUNDS;
        for (JsonNode each : fits ? list : JSON.createArrayNode()) {
            double value = each.isNumber() ? each.asDouble() : Double.NaN;
            fits = fits && value > 0 && value < MOST;
            rounds.add(value);
        }
        if (!fits) {
            wrong(
                    key + ".rounds",
                    "It must be a list of 1 to %d numbers above 0 and below 1e18."
                            .formatted(MOST_ROUNDS));
            return List.of();
        }
        return rounds;
    }

    private List<Measurement.Skipped> skipped(JsonNode list) {
        List<Measurement.Skipped> skipped = new ArrayList<>();
        for (JsonNode each : list.isArray() ? list : JSON.createArrayNode()) {
            if (skipped.size() < MOST_SENTENCES) {
                skipped.add(
                        new Measurement.Skipped(text(each, "what", 1), text(each, "because", 1)));
            }
        }
        return skipped;
    }

    private Iterable<JsonNode> items(JsonNode tree, String key, int most) {
        JsonNode list = tree.path(key);
        if (list.isArray() && list.size() <= most) {
            return list;
        }
        wrong(key, "It must be a list of at most %,d.".formatted(most));
        return List.of();
    }

    private List<String> sentences(JsonNode tree, String key) {
        List<String> sentences = new ArrayList<>();
        for (JsonNode each : items(tree, key, MOST_SENTENCES)) {
            sentences.add(UntrustedText.escaped(each.asString(""), LONGEST_SENTENCE));
        }
        return sentences;
    }

    private String text(JsonNode tree, String key, int least) {
        JsonNode found = tree.path(key);
        String text = found.isString() ? found.asString("") : "";
        if (text.length() < least || text.length() > LONGEST_SENTENCE) {
            wrong(key, "It must be a text of at most %d characters.".formatted(LONGEST_SENTENCE));
            return "";
        }
        return UntrustedText.escaped(text, LONGEST_SENTENCE);
    }

    private Instant instant(JsonNode tree) {
        try {
            return Instant.parse(tree.path("at").asString(""));
        } catch (DateTimeException none) {
            wrong("at", "It must be a time such as 2026-11-18T06:00:00Z.");
            return Instant.EPOCH;
        }
    }

    private OptionalInt index(JsonNode tree, String key) {
        return tree.has(key) ? OptionalInt.of(whole(tree, key, 0, 1_000_000)) : OptionalInt.empty();
    }

    private int whole(JsonNode tree, String key, int least, int most) {
        JsonNode found = tree.path(key);
        if (found.isInt() && found.asInt() >= least && found.asInt() <= most) {
            return found.asInt();
        }
        wrong(key, "It must be a whole number from %,d to %,d.".formatted(least, most));
        return least;
    }

    private double number(JsonNode tree, String key, double least, double most) {
        JsonNode found = tree.path(key);
        double number = found.isNumber() ? found.asDouble() : Double.NaN;
        if (number >= least && number <= most) {
            return number;
        }
        wrong(key, "It must be a number from %s to %s.".formatted(least, most));
        return least;
    }
}
