package slipway.run.lifecycle;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import slipway.base.GpuTime;

/**
 * What a workload has held in all its attempts, by type of accelerator. It grows in the same commits in which windows
 * of usage are written down, so it is their exact sum also when old windows are compacted.
 *
 * @param perType a processor's time stands under {@code cpu}
 */
public record HeldTime(Map<String, GpuTime> perType) {

    public static final HeldTime NOTHING = new HeldTime(Map.of());

    public HeldTime {
        perType = Collections.unmodifiableMap(new TreeMap<>(perType));
    }

    public HeldTime plus(String type, GpuTime time) {
        var more = new TreeMap<>(perType);
        more.merge(type, time, GpuTime::plus);
        return new HeldTime(more);
    }
}
