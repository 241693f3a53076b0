package slipway.fuzz;

import java.util.List;

/** One parser, and the properties that hold for every input. */
public interface Target {

    /** Its name on the command line; also the folder of its corpus. */
    String name();

    /** Valid inputs to begin from. */
    List<String> seeds();

    /** Tokens of its language, for mutations. */
    List<String> dictionary();

    /** Whether the parser accepts the input; every exception is a finding. */
    boolean accepts(byte[] input);
}
