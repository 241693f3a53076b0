package slipway.run.engine;

/**
 * What an engine supports. A spec that requires more is refused at submission.
 *
 * @param fractions whether parts of an accelerator can be assigned
 * @param severalNodes whether a gang may have more than one node
 * @param noNetwork whether an attempt can be denied the network
 * @param memoryLimit how memory limits are enforced, in words
 * @param sandbox how attempts are isolated from each other and from the server, in words
 * @param isolated whether that suffices for more than one team, or an administrator declared that it need not
 */
public record EngineCapabilities(
        boolean fractions,
        boolean severalNodes,
        boolean noNetwork,
        String memoryLimit,
        String sandbox,
        boolean isolated) {}
