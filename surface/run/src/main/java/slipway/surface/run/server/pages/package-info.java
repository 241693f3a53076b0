/**
 * The queue: what runs and what waits, team by team, with why and when for each, and its place in the line.
 *
 * <p>Words: those of {@link slipway.run} and {@link slipway.schedule}; a <em>scene</em> is all that one visitor sees of
 * the workloads at one moment, which other pages show too.
 *
 * <p>Front door: {@link slipway.surface.run.server.pages.QueuePages}; {@link
 * slipway.surface.run.server.pages.VisibleWorkloadsSource} makes scenes.
 *
 * <p>Invariant: the order, the causes and the starts are the scheduler's own; nothing here guesses.
 */
@NullMarked
package slipway.surface.run.server.pages;

import org.jspecify.annotations.NullMarked;
