package slipway.surface.plan.api;

import java.util.List;
import java.util.Optional;
import slipway.plan.request.CapacityRequest;
import slipway.surface.api.json.ApiField;

/** A demand that grows, in the words of {@code slipway plan capacity}. */
public record CapacityQuestion(
        @ApiField(value = "What there is.", example = "32xH100") String have,
        @ApiField(value = "Accelerators that are busy today, on average.", example = "24")
                Optional<String> used,
        @ApiField("Accelerators that are busy at the busiest.") Optional<String> peak,
        @ApiField("Accelerator-hours in a month, instead of those that are busy.")
                Optional<String> hours,
        @ApiField("Accelerator-hours of each of the last months, the oldest first.")
                Optional<List<String>> history,
        @ApiField(value = "In a month, as 8% or 5%..12%.", example = "8%") Optional<String> growth,
        @ApiField("The share that may be busy on average; 80% unless said.")
                Optional<String> target,
        @ApiField("How far to look ahead, as 18 or 2y; 12 months unless said.")
                Optional<String> horizon,
        @ApiField("From an order until it works; 90d unless said.") Optional<String> lead,
        @ApiField("An order suffices for so many months; 6 unless said.") Optional<String> cover,
        @ApiField("So many are added together; as the catalog's machines have unless said.")
                Optional<String> machine,
        @ApiField("Only these providers.") Optional<List<String>> provider,
        @ApiField("Only these regions.") Optional<List<String>> region,
        @ApiField("For all that is added, in dollars.") Optional<String> budget) {

    private static final String TARGET = "80%";
    private static final String HORIZON = "12";
    private static final String LEAD = "90d";
    private static final String COVER = "6";

    /** As it was typed. */
    public static CapacityQuestion of(CapacityRequest wish) {
        return new CapacityQuestion(
                wish.have(),
                wish.used(),
                wish.peak(),
                wish.hours(),
                Optional.of(wish.history()).filter(it -> !it.isEmpty()),
                wish.growth(),
                Optional.of(wish.target()).filter(it -> !it.equals(TARGET)),
                Optional.of(wish.horizon()).filter(it -> !it.equals(HORIZON)),
                Optional.of(wish.lead()).filter(it -> !it.equals(LEAD)),
                Optional.of(wish.cover()).filter(it -> !it.equals(COVER)),
                wish.machine(),
                Optional.of(wish.providers()).filter(it -> !it.isEmpty()),
                Optional.of(wish.regions()).filter(it -> !it.isEmpty()),
                wish.budget());
    }

    public CapacityRequest wish() {
        return new CapacityRequest(
                have,
                used,
                peak,
                hours,
                history.orElse(List.of()),
                growth,
                target.orElse(TARGET),
                horizon.orElse(HORIZON),
                lead.orElse(LEAD),
                cover.orElse(COVER),
                machine,
                provider.orElse(List.of()),
                region.orElse(List.of()),
                budget);
    }

    /** The same in a shell. */
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
