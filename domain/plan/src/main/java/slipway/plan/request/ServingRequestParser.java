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
import slipway.catalog.Catalog;
import slipway.plan.money.OfferFilter;
import slipway.plan.money.PricingTerms;
import slipway.plan.serving.ServingGoal;
import slipway.plan.serving.WeightFormat;

/** Makes an aim of a wish to serve, or tells everything that is wrong with it. */
public final class ServingRequestParser {

    private static final Pattern RATE =
            Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?) ?/ ?(s|min|h)");

    /** Unless somebody says so: what people take for swift. */
    private static final Duration FIRST = Duration.ofSeconds(1);

    private static final Duration EACH = Duration.ofMillis(50);
    private static final int MOST_TOKENS = 10_000_000;
    private static final double MOST_REQUESTS = 1e6;
    private static final double MINUTE = 60;
    private static final double HOUR = 3_600;
    private static final Set<String> FRAMEWORKS = Set.of("vllm", "sglang", "trtllm");
    private static final Set<String> SHARES = Set.of("1", "2", "4", "8");

    private final Catalog catalog;
    private final Path here;
    private final ServingRequest wish;
    private final RequestReader requestReader;

    /**
     * @param here from where the name of a file is meant
     */
    public ServingRequestParser(Catalog catalog, Path here, ServingRequest wish) {
        this.catalog = catalog;
        this.here = here;
        this.wish = wish;
        this.requestReader = new RequestReader(wish.command());
    }

    public ServingGoal read(Instant now) {
        Optional<Architecture> model = requestReader.model(catalog, here, wish.model());
        double rate = rate();
        int input = requestReader.whole("--input", wish.input(), MOST_TOKENS);
        int output = requestReader.whole("--output", wish.output(), MOST_TOKENS);
        Duration first = time("--ttft", wish.first(), FIRST);
        Duration each = time("--tpot", wish.each(), EACH);
        OptionalInt share = share();
        model.ifPresent(it -> check(it, input + output, share));
        ServingGoal.Bounds bounds = bounds(share);
        requestReader.check();
        return new ServingGoal(
                model.orElseThrow(),
                new ServingGoal.Demand(rate, input, output),
                new ServingGoal.Goal(first, each),
                bounds,
                now);
    }

    private ServingGoal.Bounds bounds(OptionalInt share) {
        ServingRequest.Limits limits = wish.limits();
        requestReader.providers(catalog, limits.providers());
        return new ServingGoal.Bounds(
                framework(),
                new OfferFilter(
                        new HashSet<>(limits.providers()),
                        new HashSet<>(limits.regions()),
                        terms()),
                types(),
                weights(),
                share,
                requestReader.money("--budget", limits.budget()));
    }

    private double rate() {
        Matcher read = RATE.matcher(wish.rate().strip());
        double number = read.matches() ? Double.parseDouble(read.group(1)) : 0;
        if (number <= 0 || number > MOST_REQUESTS) {
            requestReader.wrong(
                    "--rate",
                    "%s is no rate up to a million. Write a number and its unit, for example 20/s, 300/min or 5000/h."
                            .formatted(UntrustedText.quoted(wish.rate())));
            return 1;
        }
        return switch (read.group(2)) {
            case "s" -> number;
            case "min" -> number / MINUTE;
            default -> number / HOUR;
        };
    }

    private Duration time(String option, Optional<String> text, Duration usual) {
        return text.flatMap(it -> Units.goal(requestReader, option, it)).orElse(usual);
    }

    private void check(Architecture model, int tokens, OptionalInt share) {
        if (tokens > model.context()) {
            requestReader.wrong(
                    "--input",
                    "With the answer that makes %s tokens; the model was made for %s."
                            .formatted(Format.count(tokens), Format.count(model.context())));
        }
        int heads = model.attention().heads();
        if (share.isPresent() && heads % share.getAsInt() != 0) {
            requestReader.wrong(
                    "--tensor",
                    "%d does not divide the %d heads of the model."
                            .formatted(share.getAsInt(), heads));
        }
    }

    private OptionalInt share() {
        Optional<String> text = wish.limits().tensor().map(String::strip);
        if (text.isPresent() && !SHARES.contains(text.get())) {
            requestReader.wrong(
                    "--tensor",
                    "%s is none of 1, 2, 4, 8.".formatted(UntrustedText.quoted(text.get())));
            return OptionalInt.empty();
        }
        return text.map(it -> OptionalInt.of(Integer.parseInt(it))).orElse(OptionalInt.empty());
    }

    private List<WeightFormat> weights() {
        var found = new ArrayList<WeightFormat>();
        for (String text : wish.limits().precisions()) {
            WeightFormat.named(text.strip())
                    .ifPresentOrElse(
                            found::add,
                            () ->
                                    requestReader.wrong(
                                            "--precision",
                                            "%s is none of bf16, fp8, fp4."
                                                    .formatted(UntrustedText.quoted(text))));
        }
        return found;
    }

    private String framework() {
        String name = wish.limits().framework().strip().toLowerCase(Locale.ROOT);
        // Speed differs by release: whoever names one is told of that one, as far as it was
        // measured.
        if (!FRAMEWORKS.contains(name.split(" ", 2)[0])) {
            requestReader.wrong(
                    "--framework",
                    "%s is none of vllm, sglang, trtllm."
                            .formatted(UntrustedText.quoted(wish.limits().framework())));
        }
        return name;
    }

    private Set<PricingTerms> terms() {
        List<String> texts = wish.limits().terms();
        // Who is being served does not come back when a spot machine is taken away.
        Set<PricingTerms> allowed =
                texts.isEmpty()
                        ? EnumSet.complementOf(EnumSet.of(PricingTerms.SPOT))
                        : EnumSet.noneOf(PricingTerms.class);
        texts.forEach(
                it ->
                        requestReader
                                .word("--terms", it, PricingTerms.class)
                                .ifPresent(allowed::add));
        return allowed;
    }

    private List<String> types() {
        RequestReader.Accelerators wanted =
                requestReader.accelerators(catalog, wish.limits().accelerators());
        if (wanted.count() > 0) {
            requestReader.wrong("--accelerators", "How many is what is sought; say only which.");
        }
        return wanted.types();
    }
}
