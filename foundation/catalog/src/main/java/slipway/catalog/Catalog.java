package slipway.catalog;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Bytes;

/**
 * Published data about accelerators, links, machines, storage, prices and models, with its date. Rows of a user's
 * files replace bundled rows.
 */
public final class Catalog {

    /** The driver's name of a MIG instance: {@code NVIDIA H100 80GB HBM3 MIG 1g.10gb}. */
    private static final Pattern MIG_INSTANCE =
            Pattern.compile(
                    "(?<whole>.+) MIG (?<profile>(?<slices>[1-7])g\\.(?<memory>[0-9]{1,3})gb.*)");

    private static final int MIG_SLICES = 7;

    private static final Catalog BUNDLED = new Catalog(CatalogContents.bundled());

    private final CatalogContents catalogContents;
    private final LocalDate date;
    private final List<AcceleratorRow> rows;

    /**
     * @param driverPattern matches the whole device name of the driver
     */
    record AcceleratorRow(AcceleratorType accelerator, Pattern driverPattern) {}

    private Catalog(CatalogContents catalogContents) {
        this.catalogContents = catalogContents;
        this.date = catalogContents.date();
        this.rows = catalogContents.acceleratorRows();
    }

    /** The bundled catalog. */
    public static Catalog bundled() {
        return BUNDLED;
    }

    /**
     * The bundled catalog with its rows replaced by those of the files in this folder: {@code
     * prices.txt}, {@code machines.txt} and so on, in the same format as the bundled ones. A missing folder
     * changes nothing. The mistakes of all files are one problem.
     */
    public static Catalog withUserFiles(Path folder) {
        return new Catalog(CatalogContents.withUserFiles(folder));
    }

    /** The date of the bundled data. */
    public LocalDate date() {
        return date;
    }

    /** All types, the newest first. */
    public List<AcceleratorType> accelerators() {
        return rows.stream().map(AcceleratorRow::accelerator).toList();
    }

    /** The type of this name, ignoring case. */
    public Optional<AcceleratorType> type(String name) {
        return accelerators().stream().filter(one -> one.type().equalsIgnoreCase(name)).findFirst();
    }

    /**
     * The types that a spec accepts under this name: all types of a family, the usual one first, or the type
     * itself. Empty for an unknown name.
     */
    public List<AcceleratorType> typesFor(String name) {
        List<AcceleratorType> family =
                accelerators().stream().filter(one -> one.family().equalsIgnoreCase(name)).toList();
        return family.isEmpty() ? type(name).stream().toList() : family;
    }

    /** Whether a request for {@code name} accepts {@code type}. An unknown name accepts only itself. */
    public boolean accepts(String name, String type) {
        return name.equalsIgnoreCase(type)
                || typesFor(name).stream().anyMatch(one -> one.type().equalsIgnoreCase(type));
    }

    /** The type of a device by the driver's name. A MIG instance is a separate type: {@code H100-1g.10gb}. */
    public Optional<AcceleratorType> recognizeDevice(String driverName) {
        Matcher instance = MIG_INSTANCE.matcher(driverName.strip());
        return instance.matches()
                ? wholeDevice(instance.group("whole")).map(whole -> migInstance(whole, instance))
                : wholeDevice(driverName.strip());
    }

    /** The type of a device by its driver's name: from the catalog, otherwise a name derived from the driver's. */
    public String typeOfDevice(String driverName) {
        return recognizeDevice(driverName)
                .map(AcceleratorType::type)
                .orElseGet(() -> typeFromDriverName(driverName));
    }

    /**
     * The type by a name from an administrator, {@code h100}, or by the one that Slurm derives from the driver's,
     * {@code nvidia_a100-sxm4-80gb}.
     */
    public String typeByName(String name) {
        return typesFor(name).stream()
                .findFirst()
                .map(AcceleratorType::type)
                .orElseGet(() -> typeOfDevice(name.replace('_', ' ')));
    }

    public List<Interconnect> links() {
        return List.copyOf(catalogContents.links().values());
    }

    public List<MachineType> machines() {
        return catalogContents.machines();
    }

    /** Machines of this name from all providers. */
    public List<MachineType> machines(String name) {
        return machines().stream().filter(it -> it.name().equalsIgnoreCase(name)).toList();
    }

    public List<StorageTier> storage() {
        return catalogContents.storage();
    }

    /** Properties of providers beyond their price lists. */
    public List<Provider> providers() {
        return catalogContents.providers();
    }

    /** Spot prices of this machine, in all regions of a provider. */
    public List<SpotHistory> spotHistories(String provider, String machine) {
        return spotHistories(machine).stream()
                .filter(it -> it.provider().equals(provider))
                .toList();
    }

    /** Published failure rates of accelerator machines. */
    public List<FailureRate> failureRates() {
        return catalogContents.failureRates();
    }

    /** All listed prices, including old and doubted ones: the selection filters them. */
    public List<Price> prices() {
        return catalogContents.prices();
    }

    /** Prices of all types that this name accepts. */
    public List<Price> prices(String name, Price.Kind kind) {
        return prices().stream()
                .filter(price -> price.kind() == kind && accepts(name, price.product().type()))
                .toList();
    }

    /** Prices that may be selected automatically, the cheapest accelerator first; ties in the order of the files. */
    public List<Price> selectablePrices(String name, Price.Kind kind, Instant now) {
        return prices(name, kind).stream()
                .filter(price -> price.isSelectable(now))
                .sorted(Comparator.comparing(price -> price.perAccelerator().perGpuHour()))
                .toList();
    }

    /** Spot prices of this machine, by region. */
    public List<SpotHistory> spotHistories(String machine) {
        return catalogContents.spotHistories().stream()
                .filter(it -> it.machine().equals(machine))
                .toList();
    }

    /** Commitments of the user's team with providers. */
    public List<Commitment> commitments() {
        return catalogContents.commitments();
    }

    /** Hardware that the user's team owns, with its cost. */
    public List<OwnHardware> ownHardware() {
        return catalogContents.ownHardware();
    }

    public ModelCatalog models() {
        return catalogContents.models();
    }

    private Optional<AcceleratorType> wholeDevice(String driverName) {
        return rows.stream()
                .filter(line -> line.driverPattern.matcher(driverName).matches())
                .map(AcceleratorRow::accelerator)
                .findFirst();
    }

    private static AcceleratorType migInstance(AcceleratorType whole, Matcher instance) {
        int slices = Integer.parseInt(instance.group("slices"));
        String type = whole.type() + "-" + instance.group("profile").strip();
        var memory = Bytes.gigabytes(Long.parseLong(instance.group("memory")));
        return whole.slice(type, memory, slices, MIG_SLICES);
    }

    private static String typeFromDriverName(String driverName) {
        String name =
                driverName
                        .replaceAll(
                                "(?i)\\b(NVIDIA|AMD|Intel|Tesla|GeForce|Instinct|Graphics)\\b", "")
                        .strip()
                        .replaceAll("[^A-Za-z0-9.]+", "-")
                        .replaceAll("^[^A-Za-z]+|[-.]+$", "");
        String shortened = name.substring(0, Math.min(name.length(), 63));
        return shortened.isEmpty() ? "accelerator" : shortened;
    }
}
