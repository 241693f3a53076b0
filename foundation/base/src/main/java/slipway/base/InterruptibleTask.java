package slipway.base;

/** Work that can be called off: interrupting its thread ends it soon. */
@FunctionalInterface
public interface InterruptibleTask<T> {

    T run() throws InterruptedException;
}
