package slipway.run.lifecycle;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import slipway.base.WorkloadId;
import slipway.run.lifecycle.Workload.Frozen;

/**
 * The specs that are in use, each read once and kept once: the members of an array share one, and so does whatever is
 * submitted again and again. What no workload has any more is forgotten. Safe for use by many threads.
 */
final class SpecCache {

    private final Map<String, WeakReference<Frozen>> inUse = new WeakHashMap<>();

    /** The one that is known already, if it is; else from now on this one. */
    synchronized Frozen shared(Frozen spec) {
        return known(spec.json()).orElseGet(() -> keep(spec));
    }

    synchronized Frozen read(String json, WorkloadId of) {
        return known(json).orElseGet(() -> keep(Frozen.of(json, of)));
    }

    private Optional<Frozen> known(String json) {
        return Optional.ofNullable(inUse.get(json))
                .flatMap(spec -> Optional.ofNullable(spec.get()));
    }

    /** Its own text is the key, so both go together. */
    private Frozen keep(Frozen spec) {
        inUse.remove(spec.json());
        inUse.put(spec.json(), new WeakReference<>(spec));
        return spec;
    }
}
