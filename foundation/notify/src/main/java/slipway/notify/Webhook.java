package slipway.notify;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.base.WireNamed;

/**
 * A receiver of events.
 *
 * @param team it gets the events of this team and of the teams below it
 */
public record Webhook(
        WebhookId id,
        TeamId team,
        Target target,
        boolean enabled,
        Health health,
        Keys keys,
        Created created) {

    /**
     * Who created it and when.
     *
     * @param seq the newest event before; it gets later events only, whatever the clock did
     */
    public record Created(String by, Instant at, long seq) {}

    /** The form of a message. */
    public enum BodyFormat implements WireNamed {
        /** The event as JSON. */
        EVENT,
        /** A message of Slack, which Mattermost, Rocket.Chat and Discord understand too. */
        SLACK;

        @Override
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Where messages go and what they are about.
     *
     * @param types kinds of events: {@code workload.failed}, {@code workload.*} or {@code *}
     */
    public record Target(String url, List<String> types, BodyFormat format) {
        public Target {
            types = List.copyOf(types);
        }
    }

    /**
     * How deliveries went.
     *
     * @param failingSince the first failure after the last success
     * @param dropped the number of events that were dropped because the queue was full
     * @param disabledBecause why Slipway disabled the webhook; empty when a user did, or when it is enabled
     */
    public record Health(
            Optional<Instant> failingSince, long dropped, Optional<String> disabledBecause) {

        static final Health GOOD = new Health(Optional.empty(), 0, Optional.empty());
    }

    /**
     * The encrypted signing secrets.
     *
     * @param previous the secret before the last rotation, which also signs until {@code previousUntil}
     */
    record Keys(String current, Optional<String> previous, Optional<Instant> previousUntil) {

        Keys rotated(String next, Instant until) {
            return new Keys(next, Optional.of(current), Optional.of(until));
        }

        /** The secrets that sign a message now, the newest first. */
        List<String> signing(Instant now) {
            return previousUntil
                    .filter(now::isBefore)
                    .flatMap(_ -> previous)
                    .map(old -> List.of(current, old))
                    .orElse(List.of(current));
        }
    }

    boolean wants(String kind) {
        return target.types().stream().anyMatch(type -> matches(type, kind));
    }

    private static boolean matches(String type, String kind) {
        return type.endsWith("*")
                ? kind.startsWith(type.substring(0, type.length() - 1))
                : kind.equals(type);
    }

    Webhook with(Target newTarget) {
        return new Webhook(id, team, newTarget, enabled, health, keys, created);
    }

    Webhook with(Keys newKeys) {
        return new Webhook(id, team, target, enabled, health, newKeys, created);
    }

    Webhook with(Health newHealth) {
        return new Webhook(id, team, target, enabled, newHealth, keys, created);
    }

    /** Enabling begins a new retry schedule. */
    Webhook enabled(boolean now) {
        Health cleared =
                now ? new Health(Optional.empty(), health.dropped(), Optional.empty()) : health;
        return new Webhook(id, team, target, now, cleared, keys, created);
    }

    @Override
    public String toString() {
        return id.value();
    }
}
