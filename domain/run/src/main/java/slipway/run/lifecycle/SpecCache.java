package slipway.run.lifecycle;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import slipway.base.WorkloadId;
import slipway.run.lifecycle.Workload.StoredSpec;

/**
 * The specs that are in use, each read once and kept once: the members of an array share one, and so does whatever is
 * submitted again and again. What no workload has any more is forgotten. Safe for use by many threads.
 */
final class SpecCache {

    private final Map<String, WeakReference<StoredSpec>> inUse = new WeakHashMap<>();

    /** The one that is known already, if it is; else from now on this one. */
    synchronized StoredSpec intern(StoredSpec spec) {
        return cached(spec.json()).orElseGet(() -> put(spec));
    }

    synchronized StoredSpec read(String json, WorkloadId of) {
        return cached(json).orElseGet(() -> put(StoredSpec.of(json, of)));
    }

    private Optional<StoredSpec> cached(String json) {
        return Optional.ofNullable(inUse.get(json))
                .flatMap(spec -> Optional.ofNullable(spec.get()));
    }

    /** Its own text is the key, so both go together. */
    private StoredSpec put(StoredSpec spec) {
        inUse.remove(spec.json());
        inUse.put(spec.json(), new WeakReference<>(spec));
        return spec;
    }
}
