package slipway.plan;

import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.plan.money.OwnNodes;

/** The plans that were used last. A training plan has some hundred kilobytes. Safe for use by many threads. */
final class PlanCache {

    private static final int MAX_PLANS = 64;

    private final Map<Key, Object> plans =
            new LinkedHashMap<>(MAX_PLANS, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, Object> eldest) {
                    return size() > MAX_PLANS;
                }
            };

    /** Equal requests on the same day, with equal planners and nodes, have equal plans. */
    record Key(Object request, Object edition, List<OwnNodes> own, LocalDate day) {}

    synchronized <T> Optional<T> find(Key key, Class<T> type) {
        return Optional.ofNullable(plans.get(key)).map(type::cast);
    }

    synchronized void put(Key key, Object plan) {
        plans.put(key, plan);
    }
}
