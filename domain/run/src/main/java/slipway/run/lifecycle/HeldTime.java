package slipway.run.lifecycle;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import slipway.base.GpuTime;

/**
 * The accelerator time that a workload has held in all its attempts, by type. It grows in the same commits that write
 * usage windows, so it remains their exact sum when old windows are compacted.
 *
 * @param perType CPU time has the key {@code cpu}
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
