/**
 * The components of pages. Each is a record with the texts and the geometry, and a template of the same name in {@code
 * part/} that only renders them. The page {@code /about/components} shows all of them.
 *
 * <p>Terms: a <em>mark</em> is a small SVG graphic with lengths in percent of its width, so that it fits any column; a
 * <em>state</em> is a glyph, a word and a color, never a color alone; a <em>form</em> is an API call with its texts; a
 * <em>field</em> is one input of a form.
 *
 * <p>Tables: {@code <table class="sw-table">} with a head; a column of numbers has {@code sw-num} in its head and
 * cells; the widest column has {@code sw-grow}; a column without a visible head has its words in {@code sw-hide}.
 * {@code sw-wide} is hidden below 900 px and {@code sw-roomy} below 1,280 px; {@code sw-narrow} is shown only below 900
 * px and repeats the hidden values. A long table is {@code sw-cards}: below 900 px each row becomes a card, its first
 * cell is the title, {@code sw-first} is at the right, {@code sw-full} takes a separate line, and {@code data-h} of a
 * cell is its column's head. A missing value is "none" in {@code sw-muted}, never a dash or 0.
 *
 * <p>Entry point: every record; read {@link slipway.surface.web.component.StateBadge} first.
 *
 * <p>Invariant: a component that cannot be drawn correctly is refused by its constructor.
 */
@NullMarked
package slipway.surface.web.component;

import org.jspecify.annotations.NullMarked;
