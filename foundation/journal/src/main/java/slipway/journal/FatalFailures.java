package slipway.journal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;

/**
 * The one policy that says which unexpected failures end all writing. Any other failure ends only the request, the
 * event or the group in which it happened.
 */
@FunctionalInterface
public interface FatalFailures {

    Logger LOG = LoggerFactory.getLogger(FatalFailures.class);

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

    /**
     * A periodic task that is repeated whatever fails in it: an executor drops a task that throws, without a word. A
     * fatal failure ends it after it was logged.
     */
    default Runnable repeated(String name, Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Problem problem) {
                LOG.warn("{}: {}", name, problem.getMessage());
            } catch (RuntimeException | Error e) {
                LOG.error("The task {} failed because of a bug; it is repeated.", name, e);
                rethrow(e);
            }
        };
    }

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
