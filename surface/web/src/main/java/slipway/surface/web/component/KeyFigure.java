package slipway.surface.web.component;

/**
 * One large number with what it is and what it is to be compared with.
 *
 * @param name what it is
 * @param value the number, already said
 * @param under of how much, since when, or how sure
 */
public record KeyFigure(String name, String value, String under) {}
