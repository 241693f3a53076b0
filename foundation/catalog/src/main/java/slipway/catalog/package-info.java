/**
 * What is known before anybody has measured: dated data files about accelerators, links, machines, storage, prices,
 * failures and models, the user's own files over ours, and looking things up in them.
 *
 * <p>Words: a <em>type</em> is what a spec names ({@code H100}); a <em>family</em> holds types that a spec means
 * together; the <em>driver's name</em> is what the machine calls a device ({@code NVIDIA H100 80GB HBM3}). A
 * <em>price</em> is what a provider asked for an hour on some day; its <em>drift</em> says how far it may have moved
 * since, a <em>doubt</em> why it cannot be right. {@link slipway.catalog.RateCard} are something else: what the owner
 * of
 * the cluster counts for an hour, which the user sets. An <em>architecture</em> is what a model is made of.
 *
 * <p>Front door: {@link slipway.catalog.Catalog}; beside it {@link slipway.catalog.ModelCatalog} for architectures by
 * name,
 * by config.json and by plain numbers.
 *
 * <p>How files are read: {@code CatalogFiles} finds them, a {@code CatalogFile} is cut into {@code CatalogRow}s,
 * {@code HardwareFiles} and
 * {@code PriceFiles} say what a row means, {@code CatalogContents} keeps the rows by key, and {@code CatalogErrors}
 * collects whatever is
 * wrong in any of them. {@code PricePlausibility} lays prices beside each other. A config.json and plain numbers end
 * up in the
 * same {@code ArchitectureReader}; {@code ModelFamily} says what a name in a config.json means.
 *
 * <p>Invariant: what is not known is empty, never a guess. A device that no line describes still has a type, made of
 * its name, so that it can be asked for. Nothing is chosen because of a price that is doubted or older than a year.
 */
@NullMarked
package slipway.catalog;

import org.jspecify.annotations.NullMarked;
