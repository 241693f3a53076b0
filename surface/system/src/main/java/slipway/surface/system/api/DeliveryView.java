package slipway.surface.system.api;

import java.time.Instant;
import java.util.Optional;
import slipway.notify.Delivery;
import slipway.surface.api.json.ApiField;

/** A message to a webhook, with its last attempt. */
public record DeliveryView(
        @ApiField(value = "The id.", example = "dlv_01k9x0m6c5q8v2t7r4n1h3j5k8") String id,
        @ApiField(
                        value =
                                "The id of the event, which is the webhook-id header of every attempt.",
                        example = "evt_184221")
                String event,
        @ApiField(value = "The event type.", example = "workload.failed") String type,
        @ApiField("pending, delivered or failed.") Delivery.Status status,
        @ApiField(value = "The number of attempts so far.", example = "1") long attempts,
        @ApiField("The time of the last attempt.") Optional<Instant> at,
        @ApiField("The time of the next attempt; absent unless it is pending.")
                Optional<Instant> nextAt,
        @ApiField(value = "The last attempt.") Optional<AttemptView> last) {

    /** An attempt that ended. */
    public record AttemptView(
            @ApiField(value = "The HTTP status of the answer, if there was one.", example = "200")
                    Optional<Long> status,
            @ApiField(
                            value = "Why it failed; absent after a success.",
                            longest = 1_000,
                            example = "The receiver answered with status 500.")
                    Optional<String> error) {}
}
