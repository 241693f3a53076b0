package slipway.surface.web.component;

/**
 * A suggested next step.
 *
 * @param title its title
 * @param text the reason, in one or two sentences
 * @param command the command to run
 */
public record NextStep(String title, String text, String command) {}
