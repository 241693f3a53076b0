package slipway.operation;

/** The work of an operation. */
@FunctionalInterface
public interface OperationTask {

    /**
     * Does the work. It reports its progress often: that is also where it ends when it is cancelled.
     *
     * @return the result as JSON
     * @throws Exception when it fails; a {@link slipway.base.Problem} is shown as it is
     */
    String run(OperationProgress progress) throws Exception;
}
