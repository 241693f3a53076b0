package slipway.catalog;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import slipway.catalog.CatalogFile.Columns;
import slipway.catalog.PriceFiles.Drifting;
import slipway.catalog.PriceFiles.Offer;

/**
 * Everything the files hold. Later rows take the place of earlier ones with the same key, and stand where those stood:
 * the order says which type of a family is the usual one. What comes with Slipway is read when it is first asked for;
 * with files of the user everything is read at once, so that all that is wrong in them is told at once.
 */
final class CatalogContents {

    private static final String NEXT =
            "Correct these lines; until then nothing of the catalog is used.";

    private final CatalogFiles catalogFiles;
    private final CatalogErrors catalogErrors;
    private boolean collecting;

    private final Lazily<Map<String, Interconnect>> links = new Lazily<>(this::readLinks);
    private final Lazily<Map<String, Catalog.Line>> lines = new Lazily<>(this::readLines);
    private final Lazily<Map<String, AcceleratorType>> types = new Lazily<>(this::readTypes);
    private final Lazily<List<MachineType>> machines =
            new Lazily<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "machines",
                                                    HardwareFiles.MACHINES,
                                                    HardwareFiles.machine(types(), links()),
                                                    it -> it.provider() + "|" + it.name())
                                            .values()));
    private final Lazily<List<StorageTier>> storage =
            new Lazily<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "storage",
                                                    HardwareFiles.STORAGE,
                                                    HardwareFiles::tier,
                                                    it -> it.provider() + "|" + it.name())
                                            .values()));
    private final Lazily<List<Provider>> providers =
            new Lazily<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "providers",
                                                    HardwareFiles.PROVIDERS,
                                                    HardwareFiles::provider,
                                                    Provider::name)
                                            .values()));
    private final Lazily<List<FailureRate>> failures =
            new Lazily<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "failures",
                                                    HardwareFiles.FAILURES,
                                                    HardwareFiles.failures(types()),
                                                    it ->
                                                            it.type()
                                                                    + "|"
                                                                    + it.system()
                                                                    + "|"
                                                                    + it.what())
                                            .values()));
    private final Lazily<List<Price>> prices = new Lazily<>(this::readPrices);
    private final Lazily<List<SpotHistory>> spot =
            new Lazily<>(
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
    private final Lazily<List<Commitment>> commitments =
            new Lazily<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "commitments",
                                                    PriceFiles.COMMITMENTS,
                                                    PriceFiles::commitment,
                                                    it -> it.provider() + "|" + it.years())
                                            .values()));
    private final Lazily<List<OwnHardware>> own =
            new Lazily<>(
                    () ->
                            List.copyOf(
                                    table(
                                                    "own",
                                                    PriceFiles.OWN,
                                                    PriceFiles.own(types()),
                                                    OwnHardware::name)
                                            .values()));
    private final Lazily<ModelCatalog> models = new Lazily<>(this::readModels);

    private CatalogContents(CatalogFiles catalogFiles, CatalogErrors catalogErrors) {
        this.catalogFiles = catalogFiles;
        this.catalogErrors = catalogErrors;
    }

    static CatalogContents bundled() {
        return new CatalogContents(CatalogFiles.bundled(), new CatalogErrors());
    }

    /** Ours and the user's, every file read and found right. */
    static CatalogContents with(Path folder) {
        var catalogErrors = new CatalogErrors();
        var catalogContents =
                new CatalogContents(CatalogFiles.with(folder, catalogErrors), catalogErrors);
        catalogContents.collecting = true;
        catalogContents.readAll();
        catalogContents.collecting = false;
        catalogContents.check("The catalog in " + folder);
        return catalogContents;
    }

    private void readAll() {
        lines();
        types();
        machines.get();
        storage.get();
        providers.get();
        failures.get();
        prices.get();
        spot.get();
        commitments.get();
        own.get();
        models.get();
    }

    LocalDate date() {
        return catalogFiles.of("accelerators").stream()
                .flatMap(catalogFile -> catalogFile.date().stream())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("accelerators.txt has no date"));
    }

    List<Catalog.Line> lines() {
        return List.copyOf(lines.get().values());
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

    List<FailureRate> failures() {
        return failures.get();
    }

    List<Price> prices() {
        return prices.get();
    }

    List<SpotHistory> spot() {
        return spot.get();
    }

    List<Commitment> commitments() {
        return commitments.get();
    }

    List<OwnHardware> own() {
        return own.get();
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

    private Map<String, Catalog.Line> readLines() {
        return table(
                "accelerators",
                HardwareFiles.ACCELERATORS,
                HardwareFiles.line(links()),
                line -> line.accelerator().type());
    }

    private Map<String, AcceleratorType> readTypes() {
        var types = new TreeMap<String, AcceleratorType>(String.CASE_INSENSITIVE_ORDER);
        lines().forEach(line -> types.put(line.accelerator().type(), line.accelerator()));
        return types;
    }

    private List<Price> readPrices() {
        Map<String, Drifting> drifts = new TreeMap<>();
        table("drift", PriceFiles.DRIFT, PriceFiles::drifting, Drifting::key)
                .values()
                .forEach(one -> drifts.put(one.key(), one));
        var offers =
                table("prices", PriceFiles.PRICES, PriceFiles.offer(types(), drifts), Offer::key);
        return PricePlausibility.marked(List.copyOf(offers.values()), machines());
    }

    private ModelCatalog readModels() {
        return new ModelCatalog(
                table(
                                "models",
                                ModelCatalog.COLUMNS,
                                ModelCatalog::listed,
                                model -> ModelCatalog.plain(model.name()))
                        .values());
    }

    private <T> Map<String, T> table(
            String name, Columns columns, Function<CatalogRow, T> reader, Function<T, String> key) {
        Map<String, T> table = new LinkedHashMap<>();
        for (CatalogFile catalogFile : catalogFiles.of(name)) {
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
        catalogErrors.check(CatalogErrors.BAD_CATALOG, subject, NEXT);
    }
}
