package slipway.run.local.nvml;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandleProxies;
import java.util.Optional;

/** The signatures of NVML functions. Each returns 0 on success. */
final class NvmlFunctions {

    static final int SUCCESS = 0;

    private static final MemoryLayout POINTER = ValueLayout.ADDRESS;
    private static final MemoryLayout INT = ValueLayout.JAVA_INT;
    private static final MemoryLayout LONG = ValueLayout.JAVA_LONG;

    private final SymbolLookup library;

    NvmlFunctions(SymbolLookup library) {
        this.library = library;
    }

    // Public, because proxies for them are made outside this package.

    @FunctionalInterface
    public interface Call {
        int call();
    }

    @FunctionalInterface
    public interface Query {
        int call(MemorySegment out);
    }

    @FunctionalInterface
    public interface HandleByIndex {
        int call(int number, MemorySegment out);
    }

    @FunctionalInterface
    public interface DeviceQuery {
        int call(MemorySegment device, MemorySegment out);
    }

    @FunctionalInterface
    public interface TextQuery {
        int call(MemorySegment device, MemorySegment out, int length);
    }

    @FunctionalInterface
    public interface SensorQuery {
        int call(MemorySegment device, int kind, MemorySegment out);
    }

    @FunctionalInterface
    public interface RegisterEvents {
        int call(MemorySegment device, long types, MemorySegment set);
    }

    @FunctionalInterface
    public interface WaitForEvent {
        int call(MemorySegment set, MemorySegment event, int milliseconds);
    }

    Optional<Call> call(String name) {
        return bind(name, Call.class);
    }

    Optional<Query> query(String name) {
        return bind(name, Query.class, POINTER);
    }

    Optional<HandleByIndex> handleByIndex(String name) {
        return bind(name, HandleByIndex.class, INT, POINTER);
    }

    Optional<DeviceQuery> deviceQuery(String name) {
        return bind(name, DeviceQuery.class, POINTER, POINTER);
    }

    Optional<TextQuery> textQuery(String name) {
        return bind(name, TextQuery.class, POINTER, POINTER, INT);
    }

    Optional<SensorQuery> sensorQuery(String name) {
        return bind(name, SensorQuery.class, POINTER, INT, POINTER);
    }

    Optional<RegisterEvents> registerEvents(String name) {
        return bind(name, RegisterEvents.class, POINTER, LONG, POINTER);
    }

    Optional<WaitForEvent> waitForEvent(String name) {
        return bind(name, WaitForEvent.class, POINTER, POINTER, INT);
    }

    @SuppressWarnings("restricted") // the signatures are those of nvml.h
    private <T> Optional<T> bind(String name, Class<T> type, MemoryLayout... arguments) {
        return library.find(name)
                .map(
                        address ->
                                Linker.nativeLinker()
                                        .downcallHandle(
                                                address,
                                                FunctionDescriptor.of(
                                                        ValueLayout.JAVA_INT, arguments)))
                .map(handle -> MethodHandleProxies.asInterfaceInstance(type, handle));
    }
}
