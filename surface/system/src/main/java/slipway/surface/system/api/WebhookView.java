package slipway.surface.system.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.notify.Webhook;
import slipway.surface.api.json.ApiField;

/** A webhook without its secret. */
public record WebhookView(
        @ApiField(value = "The id.", example = "wh_01k9x0m6c5q8v2t7r4n1h3j5k8") String id,
        @ApiField(value = "The team whose events it gets, with the teams below it.") TeamId team,
        @ApiField(
                        value = "The URL of the receiver.",
                        longest = 2_000,
                        example = "https://hooks.example.org/slipway")
                String url,
        @ApiField(value = "The event types that it gets.", example = "workload.*")
                List<String> types,
        @ApiField("The form of the body: event, or slack.") Webhook.BodyFormat format,
        @ApiField("Whether messages are sent.") boolean enabled,
        @ApiField("The time of the first failure after the last success; absent if there is none.")
                Optional<Instant> failingSince,
        @ApiField(
                        value =
                                "Why Slipway disabled it: retries-exhausted, or gone for an answer with status 410.",
                        example = "gone")
                Optional<String> disabledBecause,
        @ApiField(value = "The number of deliveries that wait.", example = "0") long pending,
        @ApiField(
                        value = "The number of events that were dropped because too many waited.",
                        example = "0")
                long dropped,
        @ApiField("The time of its creation.") Instant createdAt,
        @ApiField(value = "The user who created it.", example = "mira") String createdBy) {}
