package slipway.run.engine;

import java.util.Optional;

/** The behavior of a fake job; called at its start and at each signal, once per node. */
@FunctionalInterface
public interface JobBehavior {

    /** Runs until it is ended; exits with 143 on STOP. */
    JobBehavior PLAIN = (_, _, signal) -> signal.filter(AttemptSignal.STOP::equals).map(_ -> 143);

    /**
     * @param rank of the node in the gang
     * @param signal empty at the start
     * @return the exit code with which this node ends now, if it does
     */
    Optional<Integer> at(Launch launch, int rank, Optional<AttemptSignal> signal);
}
