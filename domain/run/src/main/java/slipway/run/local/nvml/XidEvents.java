package slipway.run.local.nvml;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;

/** Receives the driver's Xid errors as NVML events of all cards. */
final class XidEvents {

    /** Receives each event. */
    @FunctionalInterface
    interface Listener {
        void onXid(long device, int number);
    }

    private static final long CRITICAL_ERROR = 8;
    private static final int EVENT_BYTES = 32;
    private static final int MOST_AT_ONCE = 1_000;

    private final Optional<NvmlFunctions.WaitForEvent> await;
    private final MemorySegment set;
    private final MemorySegment event;

    private XidEvents(
            Optional<NvmlFunctions.WaitForEvent> await, MemorySegment set, MemorySegment event) {
        this.await = await;
        this.set = set;
        this.event = event;
    }

    /** Registers all cards. Without support or permission for events, the listener never receives one. */
    static XidEvents of(Arena arena, NvmlFunctions nvmlFunctions, List<MemorySegment> devices) {
        MemorySegment out = arena.allocate(ValueLayout.ADDRESS);
        MemorySegment event = arena.allocate(EVENT_BYTES, 8);
        boolean made =
                nvmlFunctions
                        .query("nvmlEventSetCreate")
                        .filter(make -> make.call(out) == NvmlFunctions.SUCCESS)
                        .isPresent();
        var register = nvmlFunctions.registerEvents("nvmlDeviceRegisterEvents");
        if (!made || register.isEmpty()) {
            return new XidEvents(Optional.empty(), MemorySegment.NULL, event);
        }
        MemorySegment set = out.get(ValueLayout.ADDRESS, 0);
        boolean any = false;
        for (MemorySegment device : devices) {
            any |= register.get().call(device, CRITICAL_ERROR, set) == NvmlFunctions.SUCCESS;
        }
        return new XidEvents(
                any ? nvmlFunctions.waitForEvent("nvmlEventSetWait_v2") : Optional.empty(),
                set,
                event);
    }

    /** Passes the events since the last call to the listener; does not wait. */
    void poll(Listener listener) {
        if (await.isEmpty()) {
            return;
        }
        for (int i = 0;
                i < MOST_AT_ONCE && await.get().call(set, event, 0) == NvmlFunctions.SUCCESS;
                i++) {
            long device = event.get(ValueLayout.JAVA_LONG, 0);
            listener.onXid(device, (int) event.get(ValueLayout.JAVA_LONG, 16));
        }
    }
}
