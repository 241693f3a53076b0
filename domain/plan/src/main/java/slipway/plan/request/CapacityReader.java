package slipway.plan.request;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import slipway.base.text.Format;
import slipway.base.text.UntrustedText;
import slipway.catalog.Catalog;
import slipway.catalog.MachineType;
import slipway.plan.capacity.CapacityGoal;
import slipway.plan.capacity.CapacityGoal.Demand;
import slipway.plan.capacity.DemandGrowth;
import slipway.plan.money.OfferFilter;

/** Makes a question of a wish, or tells everything that is wrong with it. */
public final class CapacityReader {

    private static final String HAVE = "--have";
    private static final String HORIZON = "--horizon";
    private static final double MONTH = 730.5;
    private static final int YEAR = 12;
    private static final int USUAL_MACHINE = 8;
    private static final Duration LONGEST_LEAD = Duration.ofDays(1_096);
    private static final Pattern HAD =
            Pattern.compile("(?<count>[0-9]{1,7})\\s*[xX]\\s*(?<type>[A-Za-z][^,]{0,40})");
    private static final Pattern AHEAD =
            Pattern.compile("(?<count>[0-9]{1,6}) ?(?<unit>months?|mo|years?|y)?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}(?:\\.[0-9]{1,6})?");

    private final Catalog catalog;
    private final CapacityRequest wish;
    private final RequestReader requestReader = new RequestReader("slipway plan capacity");
    private final GrowthReader growths = new GrowthReader(requestReader);

    public CapacityReader(Catalog catalog, CapacityRequest wish) {
        this.catalog = catalog;
        this.wish = wish;
    }

    /**
     * @param count 0 where nothing is there yet
     */
    private record Had(int count, String type) {}

    public CapacityGoal read() {
        Optional<Had> had = had();
        Optional<GrowthReader.History> history = growths.history(wish.history());
        Optional<Demand> demand = demand(history);
        Optional<DemandGrowth> growth = growth(history);
        double target = target();
        Optional<Integer> months = horizon();
        Duration lead = lead();
        int cover = whole("--cover", wish.cover(), CapacityGoal.LONGEST);
        int machine =
                wish.machine().map(it -> whole("--machine", it, 1_000)).orElseGet(() -> usual(had));
        requestReader.providers(catalog, wish.providers());
        var budget = requestReader.money("--budget", wish.budget());
        if (demand.isPresent() && growth.isPresent()) {
            bounded(demand.get(), growth.get(), target, months.orElse(CapacityGoal.LONGEST));
        }
        requestReader.check();
        return new CapacityGoal(
                had.orElseThrow().type,
                had.orElseThrow().count,
                machine,
                demand.orElseThrow(),
                growth.orElseThrow(),
                target,
                months.orElseThrow(),
                lead,
                cover,
                new OfferFilter(
                        new HashSet<>(wish.providers()), new HashSet<>(wish.regions()), Set.of()),
                budget);
    }

    private Optional<Had> had() {
        Matcher had = HAD.matcher(wish.have().strip());
        if (!had.matches()) {
            requestReader.wrong(
                    HAVE,
                    "%s does not say how many of which. Write for example 32xH100, or 0xH100."
                            .formatted(UntrustedText.quoted(wish.have())));
            return Optional.empty();
        }
        int count = Integer.parseInt(had.group("count"));
        if (count > CapacityGoal.MOST) {
            requestReader.wrong(
                    HAVE,
                    "%s are more than the %s that can be planned with."
                            .formatted(
                                    UntrustedText.quoted(wish.have()),
                                    Format.count(CapacityGoal.MOST)));
        }
        String type = had.group("type").strip();
        if (catalog.typesFor(type).isEmpty()) {
            requestReader.wrong(HAVE, RequestReader.unknown(catalog, type));
            return Optional.empty();
        }
        return Optional.of(new Had(count, catalog.typesFor(type).getFirst().type()));
    }

    private Optional<Demand> demand(Optional<GrowthReader.History> history) {
        long ways =
                Stream.of(wish.used(), wish.hours()).filter(Optional::isPresent).count()
                        + (wish.history().isEmpty() ? 0 : 1);
        if (ways > 1 || (ways == 0 && wish.peak().isEmpty())) {
            requestReader.wrong(
                    "--used",
                    "Say the demand once: --used N accelerators on average, --hours N a month, --history of"
                            + " several months, or --peak N alone.");
            return Optional.empty();
        }
        Optional<Double> used = wish.used().flatMap(it -> number("--used", it));
        Optional<Double> hours = wish.hours().flatMap(it -> number("--hours", it));
        Optional<Double> peak = wish.peak().flatMap(it -> number("--peak", it));
        Optional<Double> average =
                used.or(() -> hours.map(it -> it / MONTH))
                        .or(() -> history.map(it -> it.now() / MONTH));
        if (average.isPresent() && peak.isPresent() && peak.get() < average.get()) {
            requestReader.wrong(
                    "--peak",
                    "%s at the busiest are fewer than the %s on average."
                            .formatted(Format.number(peak.get()), Format.number(average.get())));
        }
        return average.isEmpty() && peak.isEmpty()
                ? Optional.empty()
                : Optional.of(new Demand(average, peak));
    }

    private Optional<DemandGrowth> growth(Optional<GrowthReader.History> history) {
        if (wish.growth().isPresent()) {
            return growths.said(wish.growth().get());
        }
        if (wish.history().isEmpty()) {
            requestReader.wrong(
                    "--growth",
                    "By how much it grows in a month is not said. Write --growth 8%, 5%..12% or 0%, or give"
                            + " --history.");
        }
        return history.map(GrowthReader.History::growth);
    }

    private double target() {
        return wish.target().strip().equals("100%")
                ? 1
                : requestReader.share("--target", wish.target());
    }

    private Optional<Integer> horizon() {
        Matcher ahead = AHEAD.matcher(wish.horizon().strip());
        int unit =
                ahead.matches()
                                && ahead.group("unit") != null
                                && ahead.group("unit").startsWith("y")
                        ? YEAR
                        : 1;
        int months = ahead.matches() ? Integer.parseInt(ahead.group("count")) * unit : 0;
        if (months > CapacityGoal.LONGEST) {
            requestReader.wrong(
                    HORIZON,
                    "%s is longer than 10 years. By then other accelerators are sold, at prices nobody knows;"
                                    .formatted(UntrustedText.quoted(wish.horizon()))
                            + " look at most 120 months ahead.");
            return Optional.empty();
        }
        if (months < 1) {
            requestReader.wrong(
                    HORIZON,
                    "%s is no number of months. Write for example 12 or 2y."
                            .formatted(UntrustedText.quoted(wish.horizon())));
            return Optional.empty();
        }
        return Optional.of(months);
    }

    private Duration lead() {
        if (wish.lead().strip().matches("0[dw]?")) {
            return Duration.ZERO;
        }
        Duration lead =
                requestReader.duration("--lead", Optional.of(wish.lead())).orElse(Duration.ZERO);
        if (lead.compareTo(LONGEST_LEAD) > 0) {
            requestReader.wrong(
                    "--lead",
                    "%s is longer than three years. Nobody takes so long to deliver."
                            .formatted(UntrustedText.quoted(wish.lead())));
        }
        return lead;
    }

    private int whole(String option, String text, int most) {
        double count = requestReader.count(option, text);
        if (count > most || count != Math.rint(count)) {
            requestReader.wrong(
                    option,
                    "%s is no whole number of at most %s."
                            .formatted(UntrustedText.quoted(text), Format.count(most)));
            return 1;
        }
        return (int) count;
    }

    /** Also nothing at all: a demand may be still to come. */
    private Optional<Double> number(String option, String text) {
        if (NUMBER.matcher(text.strip()).matches() && Double.parseDouble(text.strip()) > 0) {
            return Optional.of(Double.parseDouble(text.strip()));
        }
        requestReader.wrong(
                option,
                "%s is no number above nothing. Write for example 24 or 17500."
                        .formatted(UntrustedText.quoted(text)));
        return Optional.empty();
    }

    /** As the largest machines of that type, which is how they are bought. */
    private int usual(Optional<Had> had) {
        return had.stream()
                .flatMap(
                        it ->
                                catalog.machines().stream()
                                        .filter(machineType -> machineType.type().equals(it.type)))
                .map(MachineType::accelerators)
                .max(Comparator.naturalOrder())
                .orElse(USUAL_MACHINE);
    }

    private void bounded(Demand demand, DemandGrowth demandGrowth, double target, int months) {
        CapacityGoal.beyond(demand, demandGrowth, target, months)
                .ifPresent(
                        month ->
                                requestReader.wrong(
                                        month == 0 ? "--used" : "--growth",
                                        beyond(month, demand, demandGrowth)));
    }

    private static String beyond(int month, Demand demand, DemandGrowth demandGrowth) {
        String most = Format.count(CapacityGoal.MOST);
        return month == 0
                ? "%s accelerators are more than the %s that can be planned with."
                        .formatted(Format.number(demand.busy()), most)
                : "At %s a month, %s accelerators are more than %s in month %d: more than anybody has. %s"
                        .formatted(
                                Format.change(demandGrowth.perMonth().high()),
                                Format.number(demand.busy()),
                                most,
                                month,
                                month == 1
                                        ? "Say a lower growth."
                                        : "Look fewer months ahead, --horizon %d, or say a lower growth."
                                                .formatted(month - 1));
    }
}
