/**
 * How the command line looks: on a terminal of any width, without colour, without UTF-8, and in a pipe.
 *
 * <p>Words: a <em>look</em> is what the terminal can show; a <em>table</em> is rows under headings that fit its width;
 * a <em>tone</em> is a colour with a meaning; <em>plain</em> text is a stranger's text that cannot steer a terminal.
 *
 * <p>Front door: {@link slipway.surface.terminal.Terminal}.
 *
 * <p>Invariant: what is piped has no colour, no progress and no shortened text.
 */
@NullMarked
package slipway.surface.terminal;

import org.jspecify.annotations.NullMarked;
