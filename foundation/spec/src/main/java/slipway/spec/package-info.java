/**
 * What users write, and how it is read: configuration, workloads, datasets, services.
 *
 * <p>Words: a <em>document</em> is one YAML text; what stands in it is <em>written</em>, each key and value with its
 * line; a <em>shape</em> describes what may be written as a list of <em>keys</em>, each with a <em>type</em>; a
 * <em>mistake</em> is one thing that does not fit.
 *
 * <p>Front door: {@link slipway.spec.BlockSchema}. From the one description come the check of a document, its typed
 * {@link slipway.spec.BlockValues}, the published JSON Schema and the reference table, so that they cannot disagree.
 *
 * <p>Invariant: whatever the text, reading it ends soon, in values or in one {@link slipway.base.Problem} that lists
 * every mistake with its place.
 */
@NullMarked
package slipway.spec;

import org.jspecify.annotations.NullMarked;
