/**
 * The parts that pages are made of, each once: a record that knows the words and the geometry, and one template of the
 * same name under {@code part/} that only writes them down. All of them stand on {@code /about/components}.
 *
 * <p>Words: a <em>mark</em> is a small picture drawn as SVG with lengths in percent of its width, so that it fits any
 * column; a <em>state</em> is a glyph, a word and a colour, never a colour alone; a <em>form</em> says which call of
 * the API it makes and what is said before and after; a <em>field</em> is one thing to fill in.
 *
 * <p>Tables: {@code <table class="sw-table">} with a head; a column of numbers has {@code sw-num} in its head and
 * cells; the widest column has {@code sw-grow}; a column without a visible head has its words in {@code sw-hide}.
 * {@code sw-wide} is left out below 900 px and {@code sw-roomy} below 1,280 px; {@code sw-narrow} is shown only below
 * 900 px and repeats there what was left out. A long table is {@code sw-cards}: below 900 px each row becomes a card,
 * its first cell leads, {@code sw-first} stands at the right, {@code sw-full} takes a line of its own, and a cell with
 * {@code data-h} says its column's head. What is not there is "none" in {@code sw-muted}, never a dash or 0.
 *
 * <p>Front door: every record here; {@link slipway.surface.web.component.StateBadge} is the one to read first.
 *
 * <p>Invariant: a part that cannot be drawn truthfully is not made: its constructor refuses it.
 */
@NullMarked
package slipway.surface.web.component;

import org.jspecify.annotations.NullMarked;
