package slipway.surface.web.component;

/**
 * Something to do next.
 *
 * @param title what, in a few words
 * @param text why, in a sentence or two
 * @param command how
 */
public record NextStep(String title, String text, String command) {}
