package slipway.journal;

/**
 * The one policy that says which unexpected failures end all writing. Any other failure ends only the request, the
 * event or the group in which it happened.
 */
@FunctionalInterface
public interface FatalFailures {

    /**
     * The policy of production: after an error of the Java machine no code can be trusted. A stack overflow unwinds
     * cleanly, and memory that was too small for one request may suffice for the next.
     */
    FatalFailures MACHINE =
            failure ->
                    failure instanceof VirtualMachineError
                            && !(failure instanceof StackOverflowError)
                            && !(failure instanceof OutOfMemoryError);

    boolean isFatal(Throwable failure);

    /** Throws a fatal failure; returns otherwise. */
    default void rethrow(Throwable failure) {
        if (isFatal(failure)) {
            if (failure instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(failure);
        }
    }
}
