package slipway.run.local.nvml;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Translates the driver's bit mask of throttle reasons into names. Idle clocks do not count as throttled. */
final class ThrottleReason {

    private static final Map<Long, String> DESCRIPTIONS =
            new TreeMap<>(
                    Map.of(
                            0x4L, "power cap",
                            0x8L, "hardware slowdown",
                            0x20L, "heat",
                            0x40L, "heat, by hardware",
                            0x80L, "power brake"));

    private ThrottleReason() {}

    static List<String> describe(long bits) {
        return DESCRIPTIONS.entrySet().stream()
                .filter(word -> (bits & word.getKey()) != 0)
                .map(Map.Entry::getValue)
                .toList();
    }
}
