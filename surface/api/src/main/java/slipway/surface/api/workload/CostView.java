package slipway.surface.api.workload;

import java.util.List;
import java.util.Optional;
import slipway.surface.api.json.ApiField;

/** The cost of a workload, in millionths of the currency's unit. An amount is missing if a price is missing. */
public record CostView(
        @ApiField(value = "The currency of all amounts.", example = "USD") String currency,
        @ApiField(value = "A short text.", example = "$48 of $79") Optional<String> words,
        @ApiField(value = "Cost so far, as recorded by metering.", example = "48210000")
                Optional<Long> soFar,
        @ApiField(value = "Cost per hour of its present or future allocation.", example = "9600000")
                Optional<Long> perHour,
        @ApiField(value = "Expected total cost, lower bound.", example = "74000000")
                Optional<Long> least,
        @ApiField(
                        value = "Expected total cost; absent if only a limit is known.",
                        example = "79000000")
                Optional<Long> likely,
        @ApiField(value = "Expected total cost, upper bound.", example = "91000000")
                Optional<Long> most,
        @ApiField("Types of its allocation without a price; cpu for processors.")
                List<String> unpriced) {}
