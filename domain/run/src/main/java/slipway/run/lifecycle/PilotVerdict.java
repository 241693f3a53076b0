package slipway.run.lifecycle;

/**
 * Why a pilot is stopped.
 *
 * @param enough whether it has done the requested steps
 * @param because in sentences
 */
public record PilotVerdict(boolean enough, String because) {}
