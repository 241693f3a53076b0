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
 * Parses the document of a measurement and collects everything wrong with it. A job wrote it, so its length, units and
 * numbers are untrusted.
 */
final class MeasurementReader {

    static final ProblemCode BAD =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-measurement",
                    "The document of a measurement cannot be read, or has impossible values.");

    static final int MAX_LENGTH = 128 << 10;
    private static final int FORMAT = 1;
    private static final int MAX_FIGURES = 400;
    private static final int MAX_ROUNDS = 100;
    private static final int MAX_SENTENCES = 50;
    private static final int MAX_SENTENCE_LENGTH = 400;
    private static final double MAX_NUMBER = 1e18;

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
     * @param source name of the document, for messages
     */
    static Measurement read(String source, String json) {
        var reader = new MeasurementReader(source);
        Optional<JsonNode> node = reader.tree(json);
        Optional<Measurement> found = node.map(reader::measurement);
        if (!reader.mistakes.isEmpty() || found.isEmpty()) {
            throw Mistakes.problem(
                    BAD,
                    source,
                    reader.mistakes,
                    "It is not used. Measure anew: slipway plan measure");
        }
        return found.get();
    }

    private void mistake(String key, String sentence) {
        mistakes.add(new Mistake(sourceLocation, key, sentence));
    }

    private Optional<JsonNode> tree(String json) {
        if (json.length() > MAX_LENGTH) {
            mistake("", "It is longer than %,d characters.".formatted(MAX_LENGTH));
            return Optional.empty();
        }
        try {
            JsonNode node = JSON.readTree(json);
            if (node != null && node.isObject()) {
                return Optional.of(node);
            }
            mistake("", "It is not a JSON object.");
        } catch (JacksonException broken) {
            mistake("", "This is not JSON: %s".formatted(describe(broken)));
        }
        return Optional.empty();
    }

    private static String describe(JacksonException broken) {
        return UntrustedText.escaped(
                        broken.getOriginalMessage().lines().findFirst().orElse("").strip(), 150)
                + ".";
    }

    private Measurement measurement(JsonNode node) {
        if (whole(node, "format", 1, 1_000) > FORMAT) {
            mistake(
                    "format",
                    "It is of a newer program than this one, which reads format %d."
                            .formatted(FORMAT));
        }
        return new Measurement(
                text(node, "node", 1),
                whole(node, "rank", 0, 100_000),
                whole(node, "nodes", 1, 100_000),
                instant(node),
                Duration.ofMillis(Math.round(1_000 * number(node, "held", 0, 1e7))),
                machine(node.path("machine")),
                new Measurement.Load(sentences(node, "busy"), number(node, "stolen", 0, 1)),
                new Measurement.Results(
                        figures(node.path("figures")),
                        skipped(node.path("skipped")),
                        sentences(node, "notes")));
    }

    private Measurement.Machine machine(JsonNode node) {
        if (!node.isObject()) {
            mistake("machine", "It is missing.");
        }
        List<String> accelerators = new ArrayList<>();
        for (JsonNode each : items(node, "accelerators", 1_000)) {
            accelerators.add(text(each, "name", 1));
        }
        return new Measurement.Machine(
                whole(node, "cpus", 1, 100_000),
                new Bytes(Math.round(number(node, "memory_bytes", 0, MAX_NUMBER))),
                text(node, "kernel", 0),
                text(node, "python", 0),
                text(node, "torch", 0),
                accelerators);
    }

    private List<MeasuredFigure> figures(JsonNode list) {
        if (!list.isArray() || list.size() > MAX_FIGURES) {
            mistake("figures", "It must be a list of at most %d figures.".formatted(MAX_FIGURES));
            return List.of();
        }
        List<MeasuredFigure> figures = new ArrayList<>();
        for (int at = 0; at < list.size(); at++) {
            figure("figures[%d]".formatted(at), list.get(at)).ifPresent(figures::add);
        }
        return figures;
    }

    private Optional<MeasuredFigure> figure(String key, JsonNode node) {
        String name = node.path("name").asString("");
        Optional<MeasuredFigure.Kind> kind = MeasuredFigure.Kind.find(name);
        if (kind.isEmpty()) {
            mistake(
                    key + ".name",
                    "%s is nothing that is measured.%s"
                            .formatted(UntrustedText.quoted(name), didYouMean(name)));
        }
        Optional<MeasuredFigure.Scope> scope =
                MeasuredFigure.Scope.find(node.path("scope").asString(""));
        if (scope.isEmpty()) {
            mistake(
                    key + ".scope",
                    "%s is no part of a machine."
                            .formatted(UntrustedText.quoted(node.path("scope").asString(""))));
        }
        String unit = node.path("unit").asString("");
        kind.filter(it -> !it.unit().equals(unit))
                .ifPresent(
                        it ->
                                mistake(
                                        key + ".unit",
                                        "%s is not the unit of %s, which is %s."
                                                .formatted(
                                                        UntrustedText.quoted(unit),
                                                        name,
                                                        it.unit())));
        Optional<Precision> format = format(key, node);
        Optional<Bytes> bytes =
                node.has("bytes")
                        ? Optional.of(new Bytes(Math.round(number(node, "bytes", 1, MAX_NUMBER))))
                        : Optional.empty();
        OptionalInt device = index(node, "device");
        OptionalInt parallel = index(node, "parallel");
        OptionalInt peer = index(node, "peer");
        List<Double> rounds = rounds(key, node.path("rounds"));
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

    private static String didYouMean(String name) {
        return SpellingSuggestion.didYouMean(
                name,
                List.of(MeasuredFigure.Kind.values()).stream()
                        .map(MeasuredFigure.Kind::label)
                        .toList());
    }

    private Optional<Precision> format(String key, JsonNode node) {
        if (!node.has("format")) {
            return Optional.empty();
        }
        String word = node.path("format").asString("");
        Optional<Precision> found =
                List.of(Precision.values()).stream()
                        .filter(it -> it.label().equals(word))
                        .findFirst();
        if (found.isEmpty()) {
            mistake(
                    key + ".format",
                    "%s is no format of numbers.".formatted(UntrustedText.quoted(word)));
        }
        return found;
    }

    private List<Double> rounds(String key, JsonNode list) {
        List<Double> rounds = new ArrayList<>();
        boolean fits = list.isArray() && !list.isEmpty() && list.size() <= MAX_ROUNDS;
        for (JsonNode each : fits ? list : JSON.createArrayNode()) {
            double value = each.isNumber() ? each.asDouble() : Double.NaN;
            fits = fits && value > 0 && value < MAX_NUMBER;
            rounds.add(value);
        }
        if (!fits) {
            mistake(
                    key + ".rounds",
                    "It must be a list of 1 to %d numbers above 0 and below 1e18."
                            .formatted(MAX_ROUNDS));
            return List.of();
        }
        return rounds;
    }

    private List<Measurement.Skipped> skipped(JsonNode list) {
        List<Measurement.Skipped> skipped = new ArrayList<>();
        for (JsonNode each : list.isArray() ? list : JSON.createArrayNode()) {
            if (skipped.size() < MAX_SENTENCES) {
                skipped.add(
                        new Measurement.Skipped(text(each, "what", 1), text(each, "because", 1)));
            }
        }
        return skipped;
    }

    private Iterable<JsonNode> items(JsonNode node, String key, int most) {
        JsonNode list = node.path(key);
        if (list.isArray() && list.size() <= most) {
            return list;
        }
        mistake(key, "It must be a list of at most %,d.".formatted(most));
        return List.of();
    }

    private List<String> sentences(JsonNode node, String key) {
        List<String> sentences = new ArrayList<>();
        for (JsonNode each : items(node, key, MAX_SENTENCES)) {
            sentences.add(UntrustedText.escaped(each.asString(""), MAX_SENTENCE_LENGTH));
        }
        return sentences;
    }

    private String text(JsonNode node, String key, int least) {
        JsonNode found = node.path(key);
        String text = found.isString() ? found.asString("") : "";
        if (text.length() < least || text.length() > MAX_SENTENCE_LENGTH) {
            mistake(
                    key,
                    "It must be a text of at most %d characters.".formatted(MAX_SENTENCE_LENGTH));
            return "";
        }
        return UntrustedText.escaped(text, MAX_SENTENCE_LENGTH);
    }

    private Instant instant(JsonNode node) {
        try {
            return Instant.parse(node.path("at").asString(""));
        } catch (DateTimeException none) {
            mistake("at", "It must be a time such as 2026-11-18T06:00:00Z.");
            return Instant.EPOCH;
        }
    }

    private OptionalInt index(JsonNode node, String key) {
        return node.has(key) ? OptionalInt.of(whole(node, key, 0, 1_000_000)) : OptionalInt.empty();
    }

    private int whole(JsonNode node, String key, int least, int most) {
        JsonNode found = node.path(key);
        if (found.isInt() && found.asInt() >= least && found.asInt() <= most) {
            return found.asInt();
        }
        mistake(key, "It must be a whole number from %,d to %,d.".formatted(least, most));
        return least;
    }

    private double number(JsonNode node, String key, double least, double most) {
        JsonNode found = node.path(key);
        double number = found.isNumber() ? found.asDouble() : Double.NaN;
        if (number >= least && number <= most) {
            return number;
        }
        mistake(key, "It must be a number from %s to %s.".formatted(least, most));
        return least;
    }
}
