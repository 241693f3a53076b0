package slipway.surface.plan.api;

import java.util.List;
import java.util.Optional;
import slipway.plan.request.CapacityRequest;
import slipway.surface.api.json.ApiField;

/** The request for a capacity plan: the options of {@code slipway plan capacity} as fields. */
public record CapacityQuestion(
        @ApiField(value = "The accelerators that you have.", example = "32xH100") String have,
        @ApiField(value = "Accelerators that are busy today, on average.", example = "24")
                Optional<String> used,
        @ApiField("Accelerators that are busy at the peak.") Optional<String> peak,
        @ApiField("Accelerator-hours in a month, instead of busy accelerators.")
                Optional<String> hours,
        @ApiField("Accelerator-hours of each of the last months, the oldest first.")
                Optional<List<String>> history,
        @ApiField(value = "Growth in a month, for example 8% or 5%..12%.", example = "8%")
                Optional<String> growth,
        @ApiField("The largest average share of busy accelerators. Default: 80%.")
                Optional<String> target,
        @ApiField("How far to plan ahead, for example 18 or 2y. Default: 12 months.")
                Optional<String> horizon,
        @ApiField("Time from an order until it works. Default: 90d.") Optional<String> lead,
        @ApiField("Months that an order covers. Default: 6.") Optional<String> cover,
        @ApiField("Accelerators of one added machine. Default: as in the catalog.")
                Optional<String> machine,
        @ApiField("Only these providers.") Optional<List<String>> provider,
        @ApiField("Only these regions.") Optional<List<String>> region,
        @ApiField("The budget for all additions, in dollars.") Optional<String> budget) {

    private static final String TARGET = "80%";
    private static final String HORIZON = "12";
    private static final String LEAD = "90d";
    private static final String COVER = "6";

    /** The same request, without options that have their default. */
    public static CapacityQuestion of(CapacityRequest request) {
        return new CapacityQuestion(
                request.have(),
                request.demand().used(),
                request.demand().peak(),
                request.demand().hours(),
                Optional.of(request.demand().history()).filter(it -> !it.isEmpty()),
                request.demand().growth(),
                Optional.of(request.target()).filter(it -> !it.equals(TARGET)),
                Optional.of(request.horizon()).filter(it -> !it.equals(HORIZON)),
                Optional.of(request.orders().lead()).filter(it -> !it.equals(LEAD)),
                Optional.of(request.orders().cover()).filter(it -> !it.equals(COVER)),
                request.orders().machine(),
                Optional.of(request.orders().providers()).filter(it -> !it.isEmpty()),
                Optional.of(request.orders().regions()).filter(it -> !it.isEmpty()),
                request.orders().budget());
    }

    public CapacityRequest request() {
        return new CapacityRequest(
                have,
                new CapacityRequest.StatedDemand(
                        used, peak, hours, history.orElse(List.of()), growth),
                target.orElse(TARGET),
                horizon.orElse(HORIZON),
                new CapacityRequest.StatedOrders(
                        lead.orElse(LEAD),
                        cover.orElse(COVER),
                        machine,
                        provider.orElse(List.of()),
                        region.orElse(List.of()),
                        budget));
    }

    /** The equivalent command. */
    public String command() {
        return new CommandLine("slipway plan capacity")
                .with("--have", have)
                .with("--used", used)
                .with("--peak", peak)
                .with("--hours", hours)
                .with("--history", history.orElse(List.of()))
                .with("--growth", growth)
                .with("--target", target)
                .with("--horizon", horizon)
                .with("--lead", lead)
                .with("--cover", cover)
                .with("--machine", machine)
                .with("--provider", provider.orElse(List.of()))
                .with("--region", region.orElse(List.of()))
                .with("--budget", budget)
                .toString();
    }
}
