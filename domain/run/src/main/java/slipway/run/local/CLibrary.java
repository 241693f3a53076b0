package slipway.run.local;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandleProxies;

/** Functions of the C library that Java does not have, each as an interface of ours. */
final class CLibrary {

    private static final Linker LINKER = Linker.nativeLinker();

    private CLibrary() {}

    /**
     * @param shape public with all that is around it, because a proxy for it is made outside this package
     * @param form as the manual of the system has it
     * @throws java.util.NoSuchElementException if the library has no such function
     */
    @SuppressWarnings("restricted") // the caller says the form
    static <T> T bind(
            String name, Class<T> shape, FunctionDescriptor form, Linker.Option... options) {
        return MethodHandleProxies.asInterfaceInstance(
                shape,
                LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), form, options));
    }
}
