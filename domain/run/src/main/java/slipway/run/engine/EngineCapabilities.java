package slipway.run.engine;

/**
 * What an engine can do. A spec that asks for more is refused when it is submitted.
 *
 * @param fractions parts of an accelerator can be given away
 * @param severalNodes a gang may have more than one node
 * @param noNetwork an attempt can be kept off the network
 * @param memoryLimit how memory is kept within its limit, in words
 * @param sandbox how attempts are kept apart from each other and from the server, in words
 * @param isolated whether that is enough for more than one team: it keeps them apart, or an admin said they need not be
 */
public record EngineCapabilities(
        boolean fractions,
        boolean severalNodes,
        boolean noNetwork,
        String memoryLimit,
        String sandbox,
        boolean isolated) {}
