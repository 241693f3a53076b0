package slipway.run.engine;

import java.util.Optional;

/** How a fake job behaves; called when it starts and at each signal, once for every node. */
@FunctionalInterface
public interface Behaviour {

    /** Runs until something ends it; obeys STOP with 143. */
    Behaviour PLAIN = (_, _, said) -> said.filter(AttemptSignal.STOP::equals).map(_ -> 143);

    /**
     * @param rank of the node in the gang
     * @param said empty at the start
     * @return the exit code with which this node ends now, if it does
     */
    Optional<Integer> at(Launch launch, int rank, Optional<AttemptSignal> said);
}
