package slipway.plan.request;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.Money;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;
import slipway.base.text.Format;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.catalog.Architecture;
import slipway.catalog.Catalog;
import slipway.catalog.ModelCatalog;
import slipway.catalog.Price;
import slipway.plan.training.GemmDtype;
import slipway.spec.DocumentNode;
import slipway.spec.MistakeCollector;
import slipway.spec.ValueType;

/** Parses the values of a request and collects all mistakes, so that the user sees them at once. */
final class RequestValues {

    private static final Pattern COUNT =
            Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?)([kKMBT]?)");
    private static final Pattern MONEY = Pattern.compile("\\$?([0-9]{1,12}(?:\\.[0-9]{1,2})?)");
    private static final Pattern SHARE = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,6})?) ?%");
    private static final double THOUSAND = 1e3;

    private final String command;
    private final List<Mistake> mistakes = new ArrayList<>();

    static final ProblemCode BAD_REQUEST =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-wish",
                    "A planning request cannot be read, or contradicts itself.");

    /**
     * @param command the command as typed: {@code slipway plan train}
     */
    RequestValues(String command) {
        this.command = command;
    }

    void mistake(String option, String sentence) {
        mistakes.add(new Mistake(SourceLocation.of(option), "", sentence));
    }

    /** Adds the mistakes of another reader. */
    void addMistakes(Problem problem) {
        if (problem.mistakes().isEmpty()) {
            throw problem;
        }
        mistakes.addAll(problem.mistakes());
    }

    /** Throws one problem with all mistakes, if there are any. */
    void check() {
        if (!mistakes.isEmpty()) {
            throw Mistakes.problem(
                    BAD_REQUEST,
                    command,
                    mistakes,
                    "Nothing was planned. All options: %s --help".formatted(command));
        }
    }

    /** Parses a count: {@code 15B}, {@code 4.2M}, {@code 8192}. A malformed one returns 1 and is a mistake. */
    double count(String option, String text) {
        Matcher count = COUNT.matcher(text.strip());
        double number =
                count.matches() ? Double.parseDouble(count.group(1)) * unit(count.group(2)) : 0;
        if (number >= 1) {
            return number;
        }
        mistake(
                option,
                "%s is no number of at least 1. Write for example 8192, 4M or 15B."
                        .formatted(UntrustedText.quoted(text)));
        return 1;
    }

    /** Parses a whole number. A malformed one returns 1 and is a mistake. */
    int whole(String option, String text, int most) {
        double count = count(option, text);
        if (count > most || count != Math.rint(count)) {
            mistake(
                    option,
                    "%s is no whole number of at most %s."
                            .formatted(UntrustedText.quoted(text), Format.count(most)));
            return 1;
        }
        return (int) count;
    }

    private static double unit(String letter) {
        return switch (letter.toUpperCase(Locale.ROOT)) {
            case "K" -> THOUSAND;
            case "M" -> THOUSAND * THOUSAND;
            case "B" -> THOUSAND * THOUSAND * THOUSAND;
            case "T" -> THOUSAND * THOUSAND * THOUSAND * THOUSAND;
            default -> 1;
        };
    }

    Optional<Duration> duration(String option, Optional<String> text) {
        return text.flatMap(it -> duration(option, it));
    }

    private Optional<Duration> duration(String option, String text) {
        Optional<Duration> read =
                ValueType.duration()
                        .read(
                                new DocumentNode.Value(SourceLocation.of(option), text, false),
                                MistakeCollector.forWhole());
        if (read.filter(it -> it.isPositive()).isEmpty()) {
            mistake(
                    option,
                    "%s is no length of time. Write a number and its unit, for example 3d or 36h."
                            .formatted(UntrustedText.quoted(text)));
        }
        return read;
    }

    Optional<Money> money(String option, Optional<String> text) {
        return text.flatMap(it -> money(option, it));
    }

    private Optional<Money> money(String option, String text) {
        Matcher money = MONEY.matcher(text.strip());
        long cents = money.matches() ? Math.round(Double.parseDouble(money.group(1)) * 100) : 0;
        if (cents < 1) {
            mistake(
                    option,
                    "%s is no amount that can be spent. Write dollars, for example 4000 or $4000."
                            .formatted(UntrustedText.quoted(text)));
            return Optional.empty();
        }
        return Optional.of(Money.cents(cents, "USD"));
    }

    /** Parses a share above 0 and below 1: {@code 30%}. A malformed one returns a half and is a mistake. */
    double share(String option, String text) {
        Matcher share = SHARE.matcher(text.strip());
        double read = share.matches() ? Double.parseDouble(share.group(1)) / 100 : 0;
        if (read > 0 && read < 1) {
            return read;
        }
        mistake(
                option,
                "%s is no share above 0 %% and below 100 %%. Write for example 30%%."
                        .formatted(UntrustedText.quoted(text)));
        return 0.5;
    }

    <E extends Enum<E>> Optional<E> enumValue(String option, String text, Class<E> words) {
        List<String> known =
                List.of(words.getEnumConstants()).stream().map(RequestValues::optionValue).toList();
        int at = known.indexOf(text.strip().toLowerCase(Locale.ROOT).replace(' ', '-'));
        if (at < 0) {
            mistake(
                    option,
                    "%s is none of %s.%s"
                            .formatted(
                                    UntrustedText.quoted(text),
                                    String.join(", ", known),
                                    SpellingSuggestion.didYouMean(text, known)));
            return Optional.empty();
        }
        return Optional.of(words.getEnumConstants()[at]);
    }

    private static String optionValue(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The sequence length: as requested, but at most the model's context. */
    double sequence(Optional<String> text, Optional<Architecture> model, double usual) {
        double asked = text.map(it -> count("--seq", it)).orElse(usual);
        double most = model.map(it -> (double) it.embeddings().context()).orElse(asked);
        if (text.isPresent() && asked > most) {
            mistake(
                    "--seq",
                    "%s is longer than the %s tokens that the model was made for."
                            .formatted(
                                    UntrustedText.quoted(text.get()),
                                    Format.count(Math.round(most))));
        }
        return Math.rint(Math.min(asked, most));
    }

    GemmDtype precision(String text) {
        return switch (text) {
            case "bf16" -> GemmDtype.BFLOAT16;
            case "fp8" -> GemmDtype.FP8;
            default -> {
                mistake(
                        "--precision",
                        "%s is neither bf16 nor fp8.".formatted(UntrustedText.quoted(text)));
                yield GemmDtype.BFLOAT16;
            }
        };
    }

    /** A model by name, by a config.json, or by numbers such as {@code layers=32,hidden=4096,…}. */
    Optional<Architecture> model(Catalog catalog, Path folder, String text) {
        try {
            return Optional.of(read(catalog, folder, text.strip()));
        } catch (Problem problem) {
            problem.mistakes().forEach(it -> mistake("--model", it.sentence()));
            if (problem.mistakes().isEmpty()) {
                mistake("--model", problem.what() + " " + problem.why());
            }
            return Optional.empty();
        }
    }

    private static Architecture read(Catalog catalog, Path folder, String text) {
        if (text.contains("=")) {
            return ModelCatalog.fromNumbers("the model", numbers(text));
        }
        return text.endsWith(".json")
                ? ModelCatalog.fromConfig(text, ConfigFiles.read(folder, text))
                : catalog.models().named(text);
    }

    private static Map<String, String> numbers(String text) {
        Map<String, String> numbers = new LinkedHashMap<>();
        for (String pair : text.split("[, ]+", -1)) {
            int at = pair.indexOf('=');
            numbers.put(pair.substring(0, Math.max(0, at)), pair.substring(at + 1));
        }
        return numbers;
    }

    /** Accelerators: {@code 16xH100} for a number of one type, {@code H100,H200} for any number of either. */
    Accelerators accelerators(Catalog catalog, List<String> texts) {
        var types = new ArrayList<String>();
        int count = 0;
        for (String text : texts) {
            Matcher counted = Accelerators.COUNTED.matcher(text.strip());
            String type = counted.matches() ? counted.group("type") : text.strip();
            if (counted.matches()) {
                count = (int) count("--accelerators", counted.group("count"));
            }
            if (catalog.typesFor(type).isEmpty()) {
                mistake("--accelerators", unknownAccelerator(catalog, type));
            }
            types.add(type);
        }
        if (count > 0 && texts.size() > 1) {
            mistake("--accelerators", "A number goes with one type only.");
        }
        return new Accelerators(types, count);
    }

    /** Checks that each provider is in the catalog, by itself or as a reseller. */
    void providers(Catalog catalog, List<String> names) {
        Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        known.add("own");
        for (Price price : catalog.prices()) {
            known.add(price.provider());
            known.add(price.provider().replaceFirst("/.*", ""));
        }
        names.stream()
                .filter(it -> !known.contains(it.strip()))
                .forEach(
                        it ->
                                mistake(
                                        "--provider",
                                        "There is no provider %s in the catalog.%s"
                                                .formatted(
                                                        UntrustedText.quoted(it),
                                                        SpellingSuggestion.didYouMean(
                                                                it, List.copyOf(known)))));
    }

    static String unknownAccelerator(Catalog catalog, String type) {
        List<String> known = catalog.accelerators().stream().map(it -> it.type()).toList();
        return "There is no accelerator %s in the catalog.%s"
                .formatted(UntrustedText.quoted(type), SpellingSuggestion.didYouMean(type, known));
    }

    /**
     * @param count 0 where no number is given
     */
    record Accelerators(List<String> types, int count) {

        private static final Pattern COUNTED =
                Pattern.compile("(?<count>[0-9]{1,5})\\s*[xX]\\s*(?<type>[A-Za-z][^,]{0,40})");

        Accelerators {
            types = List.copyOf(types);
        }
    }
}
