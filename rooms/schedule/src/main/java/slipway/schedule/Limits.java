package slipway.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.schedule.picture.Placement.Seat;

/**
 * Sees that a team stays within its limit when room is made for one of its own. Where the place alone does not bring
 * enough, more of the team's own go: those whose going loses the least.
 */
final class Limits {

    private final Asker asker;
    private final Map<Tenant, Victims.Victim> able = new LinkedHashMap<>();

    Limits(Asker asker, Collection<List<Victims.Victim>> victims) {
        this.asker = asker;
        if (!asker.waiter().team().isLimited()) {
            return;
        }
        victims.stream()
                .flatMap(List::stream)
                .filter(victim -> !victim.tenant().leaving())
                .sorted(Victims.LEAST_LOST)
                .forEach(victim -> able.putIfAbsent(victim.tenant(), victim));
    }

    /** If everybody went who may be told to. */
    Relief atMost() {
        Map<Tenant, Integer> all = new HashMap<>();
        able.keySet().forEach(tenant -> all.put(tenant, tenant.whole()));
        return Relief.by(all);
    }

    /** The asker when those who are told to go by then have gone: what fits a gap now may not do so then. */
    private Asker comes(long told) {
        return asker.at(Math.max(asker.now(), told) + asker.waiter().notice());
    }

    /** The room with as many more to go as the limits ask for; nothing if they are not enough. */
    Optional<Clearing.Room> relieve(Clearing.Room room, String type) {
        Map<Tenant, Integer> going = new LinkedHashMap<>();
        room.stopped().forEach(tenant -> going.put(tenant, tenant.whole()));
        room.shrunk().forEach((tenant, nodes) -> going.put(tenant, on(tenant, nodes)));
        List<Tenant> stopped = new ArrayList<>(room.stopped());
        long at = room.at();
        int more = room.placement().whole();
        for (Victims.Victim victim : able.values()) {
            if (comes(at).isAllowed(type, more, Relief.by(going))) {
                break;
            }
            Tenant tenant = victim.tenant();
            if (!going.containsKey(tenant) && sharesLimit(tenant, type)) {
                going.put(tenant, tenant.whole());
                stopped.add(tenant);
                at = Math.max(at, victim.from());
            }
        }
        return comes(at).isAllowed(type, more, Relief.by(going))
                ? Optional.of(new Clearing.Room(room.placement(), stopped, room.shrunk(), at))
                : Optional.empty();
    }

    private boolean sharesLimit(Tenant tenant, String type) {
        return asker.waiter().team().path.stream()
                .anyMatch(
                        share ->
                                tenant.team.path.contains(share)
                                        && share.isLimiting(type, tenant.type));
    }

    private static int on(Tenant tenant, Collection<String> nodes) {
        return tenant.running().placement().seats().stream()
                .filter(seat -> nodes.contains(seat.node()))
                .mapToInt(Seat::whole)
                .sum();
    }
}
