package slipway.run.lifecycle;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import slipway.base.WorkloadId;
import slipway.run.lifecycle.Workload.StoredSpec;

/**
 * Interns the specs in use: each text is parsed once, and members of an array or repeated submissions share one spec.
 * A spec is dropped when no workload uses it any more. Thread-safe.
 */
final class SpecCache {

    private final Map<String, WeakReference<StoredSpec>> inUse = new WeakHashMap<>();

    /** The equal spec that is already in use, else this one. */
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

    /** The key is the spec's own text, so both become unreachable together. */
    private StoredSpec put(StoredSpec spec) {
        inUse.remove(spec.json());
        inUse.put(spec.json(), new WeakReference<>(spec));
        return spec;
    }
}
