package slipway.surface.web.component;

/**
 * A large number with its name and what to compare it with.
 *
 * @param name its name
 * @param value the formatted number
 * @param under the total, the time or the interval
 */
public record KeyFigure(String name, String value, String under) {}
