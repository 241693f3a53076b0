package slipway.catalog;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slipway.catalog.CatalogFile.Columns;
import slipway.catalog.PriceFiles.DriftRow;
import slipway.catalog.PriceFiles.Offer;

/**
 * The rows of all files by key. A later row replaces an earlier one with the same key and keeps its position,
 * because the order determines the usual type of a family. Bundled files are read on first use. With user files
 * all files are read at once, so that one problem lists all mistakes.
 */
final class CatalogContents {

    private static final String NEXT_STEP =
            "Correct these lines; until then nothing of the catalog is used.";

    private final CatalogFiles catalogFiles;
    private final CatalogErrors catalogErrors;
    private boolean collecting;

    private final Lazy<Map<String, Interconnect>> links = new Lazy<>(this::readLinks);
    private final Lazy<Map<String, Catalog.AcceleratorRow>> acceleratorRows =
            new Lazy<>(this::readAcceleratorRows);
    private final Lazy<Map<String, AcceleratorType>> types = new Lazy<>(this::readTypes);
    private final Lazy<List<MachineType>> machines =
            new Lazy<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "machines",
                                                    HardwareFiles.MACHINES,
                                                    HardwareFiles.machine(types(), links()),
                                                    it -> it.provider() + "|" + it.name())
                                            .values()));
    private final Lazy<List<StorageTier>> storage =
            new Lazy<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "storage",
                                                    HardwareFiles.STORAGE,
                                                    HardwareFiles::storageTier,
                                                    it -> it.provider() + "|" + it.name())
                                            .values()));
    private final Lazy<List<Provider>> providers =
            new Lazy<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "providers",
                                                    HardwareFiles.PROVIDERS,
                                                    HardwareFiles::provider,
                                                    Provider::name)
                                            .values()));
    private final Lazy<List<FailureRate>> failureRates =
            new Lazy<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "failures",
                                                    HardwareFiles.FAILURES,
                                                    HardwareFiles.failureRate(types()),
                                                    it ->
                                                            it.type()
                                                                    + "|"
                                                                    + it.system()
                                                                    + "|"
                                                                    + it.interruptions())
                                            .values()));
    private final Lazy<List<Price>> prices = new Lazy<>(this::readPrices);
    private final Lazy<List<SpotHistory>> spotHistories =
            new Lazy<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "spot",
                                                    PriceFiles.SPOT,
                                                    PriceFiles::spot,
                                                    it ->
                                                            it.provider()
                                                                    + "|"
                                                                    + it.machine()
                                                                    + "|"
                                                                    + it.region())
                                            .values()));
    private final Lazy<List<Commitment>> commitments =
            new Lazy<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "commitments",
                                                    PriceFiles.COMMITMENTS,
                                                    PriceFiles::commitment,
                                                    it -> it.provider() + "|" + it.years())
                                            .values()));
    private final Lazy<List<OwnHardware>> ownHardware =
            new Lazy<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "own",
                                                    PriceFiles.OWN,
                                                    PriceFiles.own(types()),
                                                    OwnHardware::name)
                                            .values()));
    private final Lazy<ModelCatalog> models = new Lazy<>(this::readModels);

    private CatalogContents(CatalogFiles catalogFiles, CatalogErrors catalogErrors) {
        this.catalogFiles = catalogFiles;
        this.catalogErrors = catalogErrors;
    }

    static CatalogContents bundled() {
        return new CatalogContents(CatalogFiles.bundled(), new CatalogErrors());
    }

    /** Bundled and user files, all read and validated. */
    static CatalogContents withUserFiles(Path folder) {
        var catalogErrors = new CatalogErrors();
        var catalogContents =
                new CatalogContents(
                        CatalogFiles.withUserFiles(folder, catalogErrors), catalogErrors);
        catalogContents.collecting = true;
        catalogContents.readAll();
        catalogContents.collecting = false;
        catalogContents.check("The catalog in " + folder);
        return catalogContents;
    }

    private void readAll() {
        acceleratorRows();
        types();
        machines.get();
        storage.get();
        providers.get();
        failureRates.get();
        prices.get();
        spotHistories.get();
        commitments.get();
        ownHardware.get();
        models.get();
    }

    LocalDate date() {
        return catalogFiles.files("accelerators").stream()
                .flatMap(catalogFile -> catalogFile.date().stream())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("accelerators.txt has no date"));
    }

    List<Catalog.AcceleratorRow> acceleratorRows() {
        return List.copyOf(acceleratorRows.get().values());
    }

    Map<String, Interconnect> links() {
        return links.get();
    }

    private Map<String, AcceleratorType> types() {
        return types.get();
    }

    List<MachineType> machines() {
        return machines.get();
    }

    List<StorageTier> storage() {
        return storage.get();
    }

    List<Provider> providers() {
        return providers.get();
    }

    List<FailureRate> failureRates() {
        return failureRates.get();
    }

    List<Price> prices() {
        return prices.get();
    }

    List<SpotHistory> spotHistories() {
        return spotHistories.get();
    }

    List<Commitment> commitments() {
        return commitments.get();
    }

    List<OwnHardware> ownHardware() {
        return ownHardware.get();
    }

    ModelCatalog models() {
        return models.get();
    }

    private Map<String, Interconnect> readLinks() {
        var links = new TreeMap<String, Interconnect>(String.CASE_INSENSITIVE_ORDER);
        table("links", HardwareFiles.LINKS, HardwareFiles::link, Interconnect::name)
                .values()
                .forEach(interconnect -> links.put(interconnect.name(), interconnect));
        return links;
    }

    private Map<String, Catalog.AcceleratorRow> readAcceleratorRows() {
        return table(
                "accelerators",
                HardwareFiles.ACCELERATORS,
                HardwareFiles.accelerator(links()),
                line -> line.accelerator().type());
    }

    private Map<String, AcceleratorType> readTypes() {
        var types = new TreeMap<String, AcceleratorType>(String.CASE_INSENSITIVE_ORDER);
        acceleratorRows().forEach(line -> types.put(line.accelerator().type(), line.accelerator()));
        return types;
    }

    private List<Price> readPrices() {
        Map<String, DriftRow> drifts = new TreeMap<>();
        table("drift", PriceFiles.DRIFT, PriceFiles::driftRow, DriftRow::key)
                .values()
                .forEach(one -> drifts.put(one.key(), one));
        var offers =
                table("prices", PriceFiles.PRICES, PriceFiles.offer(types(), drifts), Offer::key);
        return PricePlausibility.withDoubts(List.copyOf(offers.values()), machines());
    }

    private ModelCatalog readModels() {
        return new ModelCatalog(
                table(
                                "models",
                                ModelCatalog.COLUMNS,
                                ModelCatalog::modelRow,
                                model -> ModelCatalog.normalize(model.name()))
                        .values());
    }

    private <T> Map<String, T> table(
            String name, Columns columns, Function<CatalogRow, T> reader, Function<T, String> key) {
        Map<String, T> table = new LinkedHashMap<>();
        for (CatalogFile catalogFile : catalogFiles.files(name)) {
            for (CatalogRow catalogRow : catalogFile.rows(columns, catalogErrors)) {
                catalogRow
                        .read(reader)
                        .ifPresent(one -> table.put(key.apply(one).toLowerCase(Locale.ROOT), one));
            }
        }
        if (!collecting) {
            check("The catalog");
        }
        return table;
    }

    private void check(String subject) {
        catalogErrors.check(CatalogErrors.BAD_CATALOG, subject, NEXT_STEP);
    }

    /** A part of the catalog, read on first use: most commands need accelerator types and no prices. */
    private static final class Lazy<T> implements Supplier<T> {

        private final Supplier<T> supplier;
        private @Nullable T value;

        Lazy(Supplier<T> supplier) {
            this.supplier = supplier;
        }

        @Override
        public synchronized T get() {
            T known = value;
            if (known == null) {
                known = supplier.get();
                value = known;
            }
            return known;
        }
    }
}
