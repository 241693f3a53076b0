package slipway.fuzz;

import java.util.List;

/** One parser, and what must hold whatever it is given. */
public interface Target {

    /** As it is called on the command line; also the folder of its corpus. */
    String name();

    /** Inputs that are right, to begin from. */
    List<String> seeds();

    /** Words of its language, to make others from. */
    List<String> dictionary();

    /** Returns whether the input was understood; anything that is thrown is a find. */
    boolean accepts(byte[] input);
}
