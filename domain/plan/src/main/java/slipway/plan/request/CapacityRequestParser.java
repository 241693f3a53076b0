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

/** Parses and checks a capacity request; all mistakes are one problem. */
final class CapacityRequestParser {

    private static final String HAVE = "--have";
    private static final String HORIZON = "--horizon";
    private static final double MONTH = 730.5;
    private static final int YEAR = 12;
    private static final int DEFAULT_PER_MACHINE = 8;
    private static final Duration MAX_LEAD_TIME = Duration.ofDays(1_096);
    private static final Pattern OWNED_FORM =
            Pattern.compile("(?<count>[0-9]{1,7})\\s*[xX]\\s*(?<type>[A-Za-z][^,]{0,40})");
    private static final Pattern HORIZON_FORM =
            Pattern.compile("(?<count>[0-9]{1,6}) ?(?<unit>months?|mo|years?|y)?");
    private static final Pattern NUMBER_FORM = Pattern.compile("[0-9]{1,12}(?:\\.[0-9]{1,6})?");

    private final Catalog catalog;
    private final CapacityRequest request;
    private final RequestValues requestValues = new RequestValues("slipway plan capacity");
    private final GrowthParser growthParser = new GrowthParser(requestValues);

    CapacityRequestParser(Catalog catalog, CapacityRequest request) {
        this.catalog = catalog;
        this.request = request;
    }

    /**
     * @param count 0 where no accelerator exists yet
     */
    private record Owned(int count, String type) {}

    CapacityGoal read() {
        Optional<Owned> owned = owned();
        Optional<GrowthParser.History> history = growthParser.history(request.demand().history());
        Optional<Demand> demand = demand(history);
        Optional<DemandGrowth> growth = growth(history);
        double target = target();
        Optional<Integer> months = horizon();
        Duration leadTime = leadTime();
        int coverMonths = whole("--cover", request.orders().cover(), CapacityGoal.MAX_MONTHS);
        int machine =
                request.orders()
                        .machine()
                        .map(it -> whole("--machine", it, 1_000))
                        .orElseGet(() -> defaultPerMachine(owned));
        requestValues.providers(catalog, request.orders().providers());
        var budget = requestValues.money("--budget", request.orders().budget());
        if (demand.isPresent() && growth.isPresent()) {
            checkPlannable(
                    demand.get(), growth.get(), target, months.orElse(CapacityGoal.MAX_MONTHS));
        }
        requestValues.check();
        return new CapacityGoal(
                owned.orElseThrow().type,
                owned.orElseThrow().count,
                demand.orElseThrow(),
                growth.orElseThrow(),
                target,
                months.orElseThrow(),
                new CapacityGoal.Orders(
                        machine,
                        leadTime,
                        coverMonths,
                        new OfferFilter(
                                new HashSet<>(request.orders().providers()),
                                new HashSet<>(request.orders().regions()),
                                Set.of()),
                        budget));
    }

    private Optional<Owned> owned() {
        Matcher owned = OWNED_FORM.matcher(request.have().strip());
        if (!owned.matches()) {
            requestValues.mistake(
                    HAVE,
                    "%s does not say how many of which. Write for example 32xH100, or 0xH100."
                            .formatted(UntrustedText.quoted(request.have())));
            return Optional.empty();
        }
        int count = Integer.parseInt(owned.group("count"));
        if (count > CapacityGoal.MAX_ACCELERATORS) {
            requestValues.mistake(
                    HAVE,
                    "%s are more than the %s that can be planned with."
                            .formatted(
                                    UntrustedText.quoted(request.have()),
                                    Format.count(CapacityGoal.MAX_ACCELERATORS)));
        }
        String type = owned.group("type").strip();
        if (catalog.typesFor(type).isEmpty()) {
            requestValues.mistake(HAVE, RequestValues.unknownAccelerator(catalog, type));
            return Optional.empty();
        }
        return Optional.of(new Owned(count, catalog.typesFor(type).getFirst().type()));
    }

    private Optional<Demand> demand(Optional<GrowthParser.History> history) {
        long ways =
                Stream.of(request.demand().used(), request.demand().hours())
                                .filter(Optional::isPresent)
                                .count()
                        + (request.demand().history().isEmpty() ? 0 : 1);
        if (ways > 1 || (ways == 0 && request.demand().peak().isEmpty())) {
            requestValues.mistake(
                    "--used",
                    "Say the demand once: --used N accelerators on average, --hours N a month, --history of"
                            + " several months, or --peak N alone.");
            return Optional.empty();
        }
        Optional<Double> used = request.demand().used().flatMap(it -> number("--used", it));
        Optional<Double> hours = request.demand().hours().flatMap(it -> number("--hours", it));
        Optional<Double> peak = request.demand().peak().flatMap(it -> number("--peak", it));
        Optional<Double> average =
                used.or(() -> hours.map(it -> it / MONTH))
                        .or(() -> history.map(it -> it.now() / MONTH));
        if (average.isPresent() && peak.isPresent() && peak.get() < average.get()) {
            requestValues.mistake(
                    "--peak",
                    "%s at the busiest are fewer than the %s on average."
                            .formatted(Format.number(peak.get()), Format.number(average.get())));
        }
        return average.isEmpty() && peak.isEmpty()
                ? Optional.empty()
                : Optional.of(new Demand(average, peak));
    }

    private Optional<DemandGrowth> growth(Optional<GrowthParser.History> history) {
        if (request.demand().growth().isPresent()) {
            return growthParser.stated(request.demand().growth().get());
        }
        if (request.demand().history().isEmpty()) {
            requestValues.mistake(
                    "--growth",
                    "By how much it grows in a month is not said. Write --growth 8%, 5%..12% or 0%, or give"
                            + " --history.");
        }
        return history.map(GrowthParser.History::growth);
    }

    private double target() {
        return request.target().strip().equals("100%")
                ? 1
                : requestValues.share("--target", request.target());
    }

    private Optional<Integer> horizon() {
        Matcher ahead = HORIZON_FORM.matcher(request.horizon().strip());
        int unit =
                ahead.matches()
                                && ahead.group("unit") != null
                                && ahead.group("unit").startsWith("y")
                        ? YEAR
                        : 1;
        int months = ahead.matches() ? Integer.parseInt(ahead.group("count")) * unit : 0;
        if (months > CapacityGoal.MAX_MONTHS) {
            requestValues.mistake(
                    HORIZON,
                    "%s is longer than 10 years. By then other accelerators are sold at unknown prices;"
                                    .formatted(UntrustedText.quoted(request.horizon()))
                            + " look at most 120 months ahead.");
            return Optional.empty();
        }
        if (months < 1) {
            requestValues.mistake(
                    HORIZON,
                    "%s is no number of months. Write for example 12 or 2y."
                            .formatted(UntrustedText.quoted(request.horizon())));
            return Optional.empty();
        }
        return Optional.of(months);
    }

    private Duration leadTime() {
        if (request.orders().lead().strip().matches("0[dw]?")) {
            return Duration.ZERO;
        }
        Duration leadTime =
                requestValues
                        .duration("--lead", Optional.of(request.orders().lead()))
                        .orElse(Duration.ZERO);
        if (leadTime.compareTo(MAX_LEAD_TIME) > 0) {
            requestValues.mistake(
                    "--lead",
                    "%s is longer than three years. No supplier takes so long to deliver."
                            .formatted(UntrustedText.quoted(request.orders().lead())));
        }
        return leadTime;
    }

    private int whole(String option, String text, int most) {
        double count = requestValues.count(option, text);
        if (count > most || count != Math.rint(count)) {
            requestValues.mistake(
                    option,
                    "%s is no whole number of at most %s."
                            .formatted(UntrustedText.quoted(text), Format.count(most)));
            return 1;
        }
        return (int) count;
    }

    /** Parses a positive number. */
    private Optional<Double> number(String option, String text) {
        if (NUMBER_FORM.matcher(text.strip()).matches() && Double.parseDouble(text.strip()) > 0) {
            return Optional.of(Double.parseDouble(text.strip()));
        }
        requestValues.mistake(
                option,
                "%s is no number above nothing. Write for example 24 or 17500."
                        .formatted(UntrustedText.quoted(text)));
        return Optional.empty();
    }

    /** Accelerators of the largest machine of the type, which is how teams buy. */
    private int defaultPerMachine(Optional<Owned> owned) {
        return owned.stream()
                .flatMap(
                        it ->
                                catalog.machines().stream()
                                        .filter(machineType -> machineType.type().equals(it.type)))
                .map(MachineType::accelerators)
                .max(Comparator.naturalOrder())
                .orElse(DEFAULT_PER_MACHINE);
    }

    private void checkPlannable(
            Demand demand, DemandGrowth demandGrowth, double target, int months) {
        CapacityGoal.firstUnplannableMonth(demand, demandGrowth, target, months)
                .ifPresent(
                        month ->
                                requestValues.mistake(
                                        month == 0 ? "--used" : "--growth",
                                        unplannable(month, demand, demandGrowth)));
    }

    private static String unplannable(int month, Demand demand, DemandGrowth demandGrowth) {
        String most = Format.count(CapacityGoal.MAX_ACCELERATORS);
        return month == 0
                ? "%s accelerators are more than the %s that can be planned with."
                        .formatted(Format.number(demand.busyAccelerators()), most)
                : "At %s a month, %s accelerators are more than %s in month %d: more than can be planned with. %s"
                        .formatted(
                                Format.change(demandGrowth.perMonth().high()),
                                Format.number(demand.busyAccelerators()),
                                most,
                                month,
                                month == 1
                                        ? "Say a lower growth."
                                        : "Look fewer months ahead, --horizon %d, or say a lower growth."
                                                .formatted(month - 1));
    }
}
