package slipway.plan.request;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.text.Format;
import slipway.base.text.UntrustedText;
import slipway.catalog.Architecture;
import slipway.catalog.Attention;
import slipway.catalog.Catalog;
import slipway.plan.money.OfferFilter;
import slipway.plan.money.PricingTerms;
import slipway.plan.serving.KvCacheFormat;
import slipway.plan.serving.ServingGoal;
import slipway.plan.serving.WeightFormat;

/** Parses and checks a serving request; all mistakes are one problem. */
final class ServingRequestParser {

    private static final Pattern RATE =
            Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?) ?/ ?(s|min|h)");

    /** Default latency goals of interactive use. */
    private static final Duration DEFAULT_TTFT = Duration.ofSeconds(1);

    private static final Duration DEFAULT_TPOT = Duration.ofMillis(50);
    private static final int MAX_TOKENS = 10_000_000;
    private static final double MAX_REQUESTS_PER_SECOND = 1e6;
    private static final double MINUTE = 60;
    private static final double HOUR = 3_600;
    private static final Set<String> FRAMEWORKS = Set.of("vllm", "sglang", "trtllm");
    private static final Set<String> TP_SIZES = Set.of("1", "2", "4", "8");

    private final Catalog catalog;
    private final Path folder;
    private final ServingRequest request;
    private final RequestValues requestValues;

    /**
     * @param folder the folder of a named file
     */
    ServingRequestParser(Catalog catalog, Path folder, ServingRequest request) {
        this.catalog = catalog;
        this.folder = folder;
        this.request = request;
        this.requestValues = new RequestValues(request.command());
    }

    ServingGoal read(Instant now) {
        Optional<Architecture> model = requestValues.model(catalog, folder, request.model());
        double rate = rate();
        int input = requestValues.whole("--input", request.input(), MAX_TOKENS);
        int output = requestValues.whole("--output", request.output(), MAX_TOKENS);
        Duration first = latency("--ttft", request.ttft(), DEFAULT_TTFT);
        Duration each = latency("--tpot", request.tpot(), DEFAULT_TPOT);
        OptionalInt tp = tp();
        model.ifPresent(it -> checkModel(it, input + output, tp));
        ServingGoal.Bounds bounds = bounds(tp);
        requestValues.check();
        return new ServingGoal(
                model.orElseThrow(),
                new ServingGoal.Demand(rate, input, output),
                new ServingGoal.LatencyGoal(first, each),
                bounds,
                now);
    }

    private ServingGoal.Bounds bounds(OptionalInt tp) {
        ServingRequest.Limits limits = request.limits();
        requestValues.providers(catalog, limits.providers());
        return new ServingGoal.Bounds(
                framework(),
                new OfferFilter(
                        new HashSet<>(limits.providers()),
                        new HashSet<>(limits.regions()),
                        terms()),
                types(),
                weights(),
                kvCache(),
                tp,
                requestValues.money("--budget", limits.budget()));
    }

    private double rate() {
        Matcher read = RATE.matcher(request.rate().strip());
        double number = read.matches() ? Double.parseDouble(read.group(1)) : 0;
        if (number <= 0 || number > MAX_REQUESTS_PER_SECOND) {
            requestValues.mistake(
                    "--rate",
                    "%s is no rate up to a million. Write a number and its unit, for example 20/s, 300/min or 5000/h."
                            .formatted(UntrustedText.quoted(request.rate())));
            return 1;
        }
        return switch (read.group(2)) {
            case "s" -> number;
            case "min" -> number / MINUTE;
            default -> number / HOUR;
        };
    }

    private Duration latency(String option, Optional<String> text, Duration usual) {
        return text.flatMap(it -> QuantityParser.latency(requestValues, option, it)).orElse(usual);
    }

    private void checkModel(Architecture model, int tokens, OptionalInt tp) {
        if (tokens > model.embeddings().context()) {
            requestValues.mistake(
                    "--input",
                    "With the answer that makes %s tokens; the model was made for %s."
                            .formatted(
                                    Format.count(tokens),
                                    Format.count(model.embeddings().context())));
        }
        int heads = model.attention().heads();
        if (tp.isPresent() && heads % tp.getAsInt() != 0) {
            requestValues.mistake(
                    "--tensor",
                    "%d does not divide the %d heads of the model."
                            .formatted(tp.getAsInt(), heads));
        } else if (tp.isPresent() && !dividesKvHeads(model.attention(), tp.getAsInt())) {
            requestValues.mistake(
                    "--tensor",
                    "%d neither divides nor repeats the %d KV heads of the model; allowed are %s."
                            .formatted(
                                    tp.getAsInt(),
                                    model.attention().kvHeads(),
                                    Format.list(
                                            TP_SIZES.stream()
                                                    .sorted()
                                                    .filter(
                                                            it ->
                                                                    heads % Integer.parseInt(it)
                                                                                    == 0
                                                                            && dividesKvHeads(
                                                                                    model
                                                                                            .attention(),
                                                                                    Integer
                                                                                            .parseInt(
                                                                                                    it)))
                                                    .toList())));
        }
    }

    /** Whether each accelerator gets whole KV heads: some of them, or a copy of one. */
    private static boolean dividesKvHeads(Attention attention, int tp) {
        return attention.latent().isPresent()
                || attention.kvHeads() % tp == 0
                || tp % attention.kvHeads() == 0;
    }

    private OptionalInt tp() {
        Optional<String> text = request.limits().tp().map(String::strip);
        if (text.isPresent() && !TP_SIZES.contains(text.get())) {
            requestValues.mistake(
                    "--tensor",
                    "%s is none of 1, 2, 4, 8.".formatted(UntrustedText.quoted(text.get())));
            return OptionalInt.empty();
        }
        return text.map(it -> OptionalInt.of(Integer.parseInt(it))).orElse(OptionalInt.empty());
    }

    private List<WeightFormat> weights() {
        var found = new ArrayList<WeightFormat>();
        for (String text : request.limits().formats().precisions()) {
            WeightFormat.find(text.strip())
                    .ifPresentOrElse(
                            found::add,
                            () ->
                                    requestValues.mistake(
                                            "--precision",
                                            "%s is none of bf16, fp8, fp4."
                                                    .formatted(UntrustedText.quoted(text))));
        }
        return found;
    }

    private Optional<KvCacheFormat> kvCache() {
        Optional<String> text = request.limits().formats().kvCache().map(String::strip);
        Optional<KvCacheFormat> found = text.flatMap(KvCacheFormat::find);
        if (text.isPresent() && found.isEmpty()) {
            requestValues.mistake(
                    "--kv-cache",
                    "%s is none of bf16, fp8.".formatted(UntrustedText.quoted(text.get())));
        }
        return found;
    }

    private String framework() {
        String name = request.limits().framework().strip().toLowerCase(Locale.ROOT);
        // Speed differs by release, so a named release counts as far as it was measured.
        if (!FRAMEWORKS.contains(name.split(" ", 2)[0])) {
            requestValues.mistake(
                    "--framework",
                    "%s is none of vllm, sglang, trtllm."
                            .formatted(UntrustedText.quoted(request.limits().framework())));
        }
        return name;
    }

    private Set<PricingTerms> terms() {
        List<String> texts = request.limits().terms();
        // Users of a service notice each reclaimed spot machine, so spot is not a default.
        Set<PricingTerms> allowed =
                texts.isEmpty()
                        ? EnumSet.complementOf(EnumSet.of(PricingTerms.SPOT))
                        : EnumSet.noneOf(PricingTerms.class);
        texts.forEach(
                it ->
                        requestValues
                                .enumValue("--terms", it, PricingTerms.class)
                                .ifPresent(allowed::add));
        return allowed;
    }

    private List<String> types() {
        RequestValues.Accelerators wanted =
                requestValues.accelerators(catalog, request.limits().accelerators());
        if (wanted.count() > 0) {
            requestValues.mistake("--accelerators", "How many is what is sought; say only which.");
        }
        return wanted.types();
    }
}
