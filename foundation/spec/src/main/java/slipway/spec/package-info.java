/**
 * Documents of users and their validation: configuration, workloads, datasets, services.
 *
 * <p>Terms: a <em>document</em> is one YAML text, read into <em>nodes</em> with their locations; a <em>schema</em>
 * describes a block as a list of <em>keys</em>, each with a <em>type</em>; a <em>mistake</em> is one violation of
 * the schema.
 *
 * <p>Entry point: {@link slipway.spec.BlockSchema}. It is the single source of the check of a document, its typed
 * {@link slipway.spec.BlockValues}, the published JSON Schema and the reference table, so that they cannot disagree.
 *
 * <p>Invariant: reading any text ends soon, with values or with one {@link slipway.base.Problem} that lists every
 * mistake with its location.
 */
@NullMarked
package slipway.spec;

import org.jspecify.annotations.NullMarked;
