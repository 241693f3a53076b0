package slipway.base;

/** A cancellable task: interrupting its thread ends it soon. */
@FunctionalInterface
public interface InterruptibleTask<T> {

    T run() throws InterruptedException;
}
