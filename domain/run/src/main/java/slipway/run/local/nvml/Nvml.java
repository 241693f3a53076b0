package slipway.run.local.nvml;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Bytes;
import slipway.run.engine.UsageSample.Gpu;

/**
 * Reads GPUs through the driver's library NVML. A value is missing if the driver lacks the function or the card does
 * not support it. Each reading also polls the Xid errors.
 */
final class Nvml implements GpuDriver {

    private static final Logger LOG = LoggerFactory.getLogger(Nvml.class);
    private static final int NAME_LENGTH = 96;
    private static final int MAX_XIDS = 64;
    private static final int CHIP_SENSOR = 0;

    private final Arena arena;
    private final NvmlFunctions nvmlFunctions;
    private final List<Handle> handles = new ArrayList<>();
    private final Map<Long, Handle> byAddress = new HashMap<>();
    private final Functions functions;
    private final XidEvents xidEvents;

    private record Handle(Card card, MemorySegment device, List<Integer> xids) {

        void add(int xid) {
            if (xids.size() == MAX_XIDS) {
                xids.removeFirst();
            }
            xids.add(xid);
        }
    }

    /** The functions that a reading needs, looked up once. */
    private record Functions(
            Optional<NvmlFunctions.DeviceQuery> utilisation,
            Optional<NvmlFunctions.DeviceQuery> memory,
            Optional<NvmlFunctions.DeviceQuery> power,
            Optional<NvmlFunctions.SensorQuery> temperature,
            Optional<NvmlFunctions.DeviceQuery> throttle) {

        static Functions of(NvmlFunctions nvmlFunctions) {
            return new Functions(
                    nvmlFunctions.deviceQuery("nvmlDeviceGetUtilizationRates"),
                    nvmlFunctions.deviceQuery("nvmlDeviceGetMemoryInfo"),
                    nvmlFunctions.deviceQuery("nvmlDeviceGetPowerUsage"),
                    nvmlFunctions.sensorQuery("nvmlDeviceGetTemperature"),
                    nvmlFunctions
                            .deviceQuery("nvmlDeviceGetCurrentClocksEventReasons")
                            .or(
                                    () ->
                                            nvmlFunctions.deviceQuery(
                                                    "nvmlDeviceGetCurrentClocksThrottleReasons")));
        }
    }

    private Nvml(Arena arena, NvmlFunctions nvmlFunctions) {
        this.arena = arena;
        this.nvmlFunctions = nvmlFunctions;
        this.functions = Functions.of(nvmlFunctions);
        find();
        this.xidEvents =
                XidEvents.of(arena, nvmlFunctions, handles.stream().map(Handle::device).toList());
    }

    /** Loads the library by name or path; empty if it does not exist or finds no driver. */
    @SuppressWarnings("restricted") // loads the driver's own library, by the driver's own name
    static Optional<Nvml> load(String library) {
        Arena arena = Arena.ofShared();
        try {
            var nvmlFunctions = new NvmlFunctions(SymbolLookup.libraryLookup(library, arena));
            boolean ready =
                    nvmlFunctions
                            .call("nvmlInit_v2")
                            .filter(init -> init.call() == NvmlFunctions.SUCCESS)
                            .isPresent();
            if (ready) {
                return Optional.of(new Nvml(arena, nvmlFunctions));
            }
        } catch (IllegalArgumentException e) {
            LOG.debug("{} is not installed", library, e);
        }
        arena.close();
        return Optional.empty();
    }

    private void find() {
        int count = nvmlFunctions.query("nvmlDeviceGetCount_v2").map(this::number).orElse(0);
        var byIndex = nvmlFunctions.handleByIndex("nvmlDeviceGetHandleByIndex_v2");
        for (int index = 0; index < count && byIndex.isPresent(); index++) {
            MemorySegment out = arena.allocate(ValueLayout.ADDRESS);
            if (byIndex.get().call(index, out) == NvmlFunctions.SUCCESS) {
                MemorySegment device = out.get(ValueLayout.ADDRESS, 0);
                var handle = new Handle(card(index, device), device, new ArrayList<>());
                handles.add(handle);
                byAddress.put(device.address(), handle);
            }
        }
    }

    private int number(NvmlFunctions.Query function) {
        MemorySegment out = arena.allocate(ValueLayout.JAVA_INT);
        return function.call(out) == NvmlFunctions.SUCCESS ? out.get(ValueLayout.JAVA_INT, 0) : 0;
    }

    private Card card(int index, MemorySegment device) {
        int minor =
                nvmlFunctions
                        .deviceQuery("nvmlDeviceGetMinorNumber")
                        .flatMap(query -> integer(query, device, 4))
                        .map(Long::intValue)
                        .orElse(index);
        String uuid =
                nvmlFunctions
                        .textQuery("nvmlDeviceGetUUID")
                        .map(query -> text(query, device))
                        .orElse("GPU-" + index);
        String name =
                nvmlFunctions
                        .textQuery("nvmlDeviceGetName")
                        .map(query -> text(query, device))
                        .orElse("NVIDIA");
        long memory = functions.memory.map(query -> memory(query, device, 0)).orElse(0L);
        return new Card(index, minor, uuid, name, new Bytes(memory));
    }

    private String text(NvmlFunctions.TextQuery function, MemorySegment device) {
        MemorySegment out = arena.allocate(NAME_LENGTH);
        return function.call(device, out, NAME_LENGTH) == NvmlFunctions.SUCCESS
                ? out.getString(0)
                : "";
    }

    /** A number of 4 or 8 bytes. */
    private Optional<Long> integer(
            NvmlFunctions.DeviceQuery function, MemorySegment device, int size) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment out = call.allocate(8, 8);
            if (function.call(device, out) != NvmlFunctions.SUCCESS) {
                return Optional.empty();
            }
            return Optional.of(
                    size == 4
                            ? (long) out.get(ValueLayout.JAVA_INT, 0)
                            : out.get(ValueLayout.JAVA_LONG, 0));
        }
    }

    /**
     * @param field 0 for total, 1 for free, 2 for used memory
     */
    private static long memory(
            NvmlFunctions.DeviceQuery function, MemorySegment device, int field) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment out = call.allocate(24, 8);
            return function.call(device, out) == NvmlFunctions.SUCCESS
                    ? out.getAtIndex(ValueLayout.JAVA_LONG, field)
                    : 0;
        }
    }

    @Override
    public List<Card> all() {
        return handles.stream().map(Handle::card).toList();
    }

    @Override
    public List<Gpu> read() {
        xidEvents.poll(
                (device, xid) ->
                        Optional.ofNullable(byAddress.get(device))
                                .ifPresent(handle -> handle.add(xid)));
        return handles.stream().map(this::read).toList();
    }

    private Gpu read(Handle handle) {
        MemorySegment device = handle.device;
        // The first of the two numbers is the percentage of time in which a kernel ran.
        Optional<Integer> utilisation =
                functions
                        .utilisation
                        .flatMap(query -> integer(query, device, 4))
                        .map(Long::intValue);
        long watts = functions.power.flatMap(query -> integer(query, device, 4)).orElse(0L) / 1_000;
        long throttle = functions.throttle.flatMap(query -> integer(query, device, 8)).orElse(0L);
        return new Gpu(
                handle.card.uuid(),
                utilisation,
                new Bytes(functions.memory.map(query -> memory(query, device, 2)).orElse(0L)),
                (int) watts,
                celsius(device),
                ThrottleReason.describe(throttle),
                handle.xids);
    }

    private int celsius(MemorySegment device) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment out = call.allocate(ValueLayout.JAVA_INT);
            boolean known =
                    functions
                            .temperature
                            .filter(
                                    query ->
                                            query.call(device, CHIP_SENSOR, out)
                                                    == NvmlFunctions.SUCCESS)
                            .isPresent();
            return known ? out.get(ValueLayout.JAVA_INT, 0) : 0;
        }
    }

    @Override
    public String describe() {
        return "NVML";
    }

    @Override
    public void close() {
        nvmlFunctions.call("nvmlShutdown").ifPresent(NvmlFunctions.Call::call);
        arena.close();
    }
}
