/**
 * Formats the output of the command line for a terminal of any width, without color, without UTF-8, or for a pipe.
 *
 * <p>Terms: the <em>capabilities</em> are what the terminal can display; a <em>table</em> is rows under headings that
 * fit its width; a <em>tone</em> is a color with a meaning; <em>plain</em> text is untrusted text without control
 * characters.
 *
 * <p>Entry point: {@link slipway.surface.terminal.Terminal}.
 *
 * <p>Invariant: output to a pipe has no color, no progress and no shortened text.
 */
@NullMarked
package slipway.surface.terminal;

import org.jspecify.annotations.NullMarked;
