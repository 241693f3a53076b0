/**
 * Records as JSON. A request or an answer is a record; its codec is made from the record's components. By the same
 * rules it decodes, with all mistakes at once; encodes; and describes the record as JSON Schema.
 *
 * <p>Terms: a <em>codec</em> encodes and decodes one type; a <em>member</em> is a component of a record in JSON; a
 * <em>mistake</em> names the member that it concerns.
 *
 * <p>Entry point: {@link slipway.surface.api.json.JsonCodec}.
 *
 * <p>Invariant: decoded values are bounded and complete. A record never receives a missing or unknown member, a control
 * character or a text longer than its component allows.
 */
@NullMarked
package slipway.surface.api.json;

import org.jspecify.annotations.NullMarked;
