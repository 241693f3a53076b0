package slipway.run.lifecycle;

/**
 * Why a pilot is ended.
 *
 * @param enough whether it has shown what was asked
 * @param because in sentences
 */
public record PilotVerdict(boolean enough, String because) {}
