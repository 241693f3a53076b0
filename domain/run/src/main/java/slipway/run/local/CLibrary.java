package slipway.run.local;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandleProxies;

/** Binds functions of the C library to Java interfaces. */
final class CLibrary {

    private static final Linker LINKER = Linker.nativeLinker();

    private CLibrary() {}

    /**
     * @param type an interface; it and its enclosing types must be public, because the JDK makes a proxy for it
     * @param descriptor the C signature
     * @throws java.util.NoSuchElementException if the library has no such function
     */
    @SuppressWarnings("restricted") // the caller passes the C signature
    static <T> T bind(
            String name, Class<T> type, FunctionDescriptor descriptor, Linker.Option... options) {
        return MethodHandleProxies.asInterfaceInstance(
                type,
                LINKER.downcallHandle(
                        LINKER.defaultLookup().findOrThrow(name), descriptor, options));
    }
}
