package slipway.fuzz;

/** The entry point of Jazzer; the property {@code slipway.fuzz.target} names the target. */
public final class JazzerEntryPoint {

    private static final Target TARGET =
            Targets.named(System.getProperty("slipway.fuzz.target", ""));

    private JazzerEntryPoint() {}

    /** Called by name, millions of times. */
    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.accepts(input);
    }
}
