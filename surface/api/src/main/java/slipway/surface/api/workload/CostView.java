package slipway.surface.api.workload;

import java.util.List;
import java.util.Optional;
import slipway.surface.api.json.ApiField;

/** What a workload costs, in millionths of the currency's unit. Where a price is missing there is no amount. */
public record CostView(
        @ApiField(value = "The currency of all amounts.", example = "USD") String currency,
        @ApiField(value = "In a few words.", example = "$48 of $79") Optional<String> words,
        @ApiField(value = "For what it has held, as it is in the books.", example = "48210000")
                Optional<Long> soFar,
        @ApiField(value = "For an hour of what it holds, or will hold.", example = "9600000")
                Optional<Long> perHour,
        @ApiField(value = "In all when it ends, at the least.", example = "74000000")
                Optional<Long> least,
        @ApiField(
                        value =
                                "In all when it ends, most probably; not there if only a limit is known.",
                        example = "79000000")
                Optional<Long> likely,
        @ApiField(value = "In all when it ends, at the most.", example = "91000000")
                Optional<Long> most,
        @ApiField("Accelerator types without a price; cpu for processors.")
                List<String> unpriced) {}
