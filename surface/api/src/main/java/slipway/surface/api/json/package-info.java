/**
 * Records as JSON. A request or an answer is a record; its form is made from the record's components and does three
 * things by the same rules: it reads, saying all that is wrong at once; it writes; and it describes itself as JSON
 * Schema.
 *
 * <p>Words: a <em>form</em> is a whole body; a <em>mold</em> is the part of it that one type fills; a
 * <em>mistake</em> names the member it is about.
 *
 * <p>Front door: {@link slipway.surface.api.json.JsonCodec}.
 *
 * <p>Invariant: what a form has read is bounded and complete. A record never meets a missing member, an unknown one,
 * a control character or a text longer than its component allows.
 */
@NullMarked
package slipway.surface.api.json;

import org.jspecify.annotations.NullMarked;
