/**
 * Published reference data, used until measurements exist: dated data files about accelerators, links, machines,
 * storage, prices,
 * failures and models, with the user's files merged over the bundled ones, and lookups.
 *
 * <p>Terms: a <em>type</em> is an accelerator name in a spec ({@code H100}); a <em>family</em> is a group of types
 * that a spec accepts under one name; the <em>driver's name</em> is the device name of the driver ({@code NVIDIA
 * H100 80GB HBM3}). A
 * <em>price</em> is the hourly price of a provider on a date; its <em>drift</em> is its expected change since
 * then, a <em>doubt</em> the reason why it is implausible. {@link slipway.catalog.RateCard} holds the internal
 * prices of the cluster, which an administrator sets. An <em>architecture</em> describes a model.
 *
 * <p>Entry point: {@link slipway.catalog.Catalog}; beside it {@link slipway.catalog.ModelCatalog} for architectures by
 * name,
 * by config.json and by plain numbers.
 *
 * <p>Files: {@code CatalogFiles} finds them, a {@code CatalogFile} is cut into {@code CatalogRow}s,
 * {@code HardwareFiles} and
 * {@code PriceFiles} interpret the rows, {@code CatalogContents} keeps the rows by key, and {@code CatalogErrors}
 * collects all mistakes. {@code PricePlausibility} compares prices. A config.json and plain numbers end
 * up in the
 * same {@code ArchitectureReader}; {@code ModelFamily} interprets the names in a config.json.
 *
 * <p>Invariant: unknown data is empty, never a guess. A device without a row has a type derived from its name, so
 * that it can be requested. No price that is doubted or older than a year is selected automatically.
 */
@NullMarked
package slipway.catalog;

import org.jspecify.annotations.NullMarked;
