package slipway.run.local;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandleProxies;

/** Functions of the C library that Java does not have, each as an interface of ours. */
final class CLibrary {

    private static final Linker LINKER = Linker.nativeLinker();

    private CLibrary() {}

    /**
     * @param type public with all that is around it, because a proxy for it is made outside this package
     * @param descriptor as the manual of the system has it
     * @throws java.util.NoSuchElementException if the library has no such function
     */
    @SuppressWarnings("restricted") // the caller says the form
    static <T> T bind(
            String name, Class<T> type, FunctionDescriptor descriptor, Linker.Option... options) {
        return MethodHandleProxies.asInterfaceInstance(
                type,
                LINKER.downcallHandle(
                        LINKER.defaultLookup().findOrThrow(name), descriptor, options));
    }
}
