/**
 * What is known of accelerators before anybody has measured one: dated data files, and looking things up in them.
 *
 * <p>Words: a <em>type</em> is what a spec names ({@code H100}); a <em>family</em> holds types that a spec means
 * together; the <em>driver's name</em> is what the machine calls a device ({@code NVIDIA H100 80GB HBM3}); a
 * <em>price</em> is what the owner of the cluster counts for one accelerator and hour.
 *
 * <p>Front door: {@link slipway.catalog.Catalog}; beside it {@link slipway.catalog.Prices}, which do not come with
 * Slipway: the user sets them.
 *
 * <p>Invariant: what is not known is empty, never a guess. A device that no line describes still has a type, made of
 * its name, so that it can be asked for.
 */
@NullMarked
package slipway.catalog;

import org.jspecify.annotations.NullMarked;
