package slipway.run.local.nvml;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandleProxies;
import java.util.Optional;

/** The forms that functions of the driver's library have. All give a number that is 0 when they succeeded. */
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
    public interface Plain {
        int call();
    }

    @FunctionalInterface
    public interface Out {
        int call(MemorySegment out);
    }

    @FunctionalInterface
    public interface ByNumber {
        int call(int number, MemorySegment out);
    }

    @FunctionalInterface
    public interface Of {
        int call(MemorySegment device, MemorySegment out);
    }

    @FunctionalInterface
    public interface Text {
        int call(MemorySegment device, MemorySegment out, int length);
    }

    @FunctionalInterface
    public interface Kind {
        int call(MemorySegment device, int kind, MemorySegment out);
    }

    @FunctionalInterface
    public interface Register {
        int call(MemorySegment device, long types, MemorySegment set);
    }

    @FunctionalInterface
    public interface Await {
        int call(MemorySegment set, MemorySegment event, int milliseconds);
    }

    Optional<Plain> plain(String name) {
        return bind(name, Plain.class);
    }

    Optional<Out> out(String name) {
        return bind(name, Out.class, POINTER);
    }

    Optional<ByNumber> byNumber(String name) {
        return bind(name, ByNumber.class, INT, POINTER);
    }

    Optional<Of> of(String name) {
        return bind(name, Of.class, POINTER, POINTER);
    }

    Optional<Text> text(String name) {
        return bind(name, Text.class, POINTER, POINTER, INT);
    }

    Optional<Kind> kind(String name) {
        return bind(name, Kind.class, POINTER, INT, POINTER);
    }

    Optional<Register> register(String name) {
        return bind(name, Register.class, POINTER, LONG, POINTER);
    }

    Optional<Await> await(String name) {
        return bind(name, Await.class, POINTER, POINTER, INT);
    }

    @SuppressWarnings("restricted") // the forms above are those of the library's header
    private <T> Optional<T> bind(String name, Class<T> shape, MemoryLayout... arguments) {
        return library.find(name)
                .map(
                        address ->
                                Linker.nativeLinker()
                                        .downcallHandle(
                                                address,
                                                FunctionDescriptor.of(
                                                        ValueLayout.JAVA_INT, arguments)))
                .map(handle -> MethodHandleProxies.asInterfaceInstance(shape, handle));
    }
}
