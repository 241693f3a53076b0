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
 * What is known before anybody has measured: accelerators, links, machines, storage, prices and models, and how old
 * that knowledge is. A user's own files take the place of ours, row by row.
 */
public final class Catalog {

    /** As the driver names an instance: {@code NVIDIA H100 80GB HBM3 MIG 1g.10gb}. */
    private static final Pattern MIG_INSTANCE =
            Pattern.compile(
                    "(?<whole>.+) MIG (?<profile>(?<slices>[1-7])g\\.(?<memory>[0-9]{1,3})gb.*)");

    private static final int MIG_SLICES = 7;

    private static final Catalog BUNDLED = new Catalog(CatalogContents.bundled());

    private final CatalogContents catalogContents;
    private final LocalDate date;
    private final List<AcceleratorRow> rows;

    /**
     * @param driverPattern fits the whole name that the driver gives
     */
    record AcceleratorRow(AcceleratorType accelerator, Pattern driverPattern) {}

    private Catalog(CatalogContents catalogContents) {
        this.catalogContents = catalogContents;
        this.date = catalogContents.date();
        this.rows = catalogContents.acceleratorRows();
    }

    /** The one that comes with Slipway. */
    public static Catalog bundled() {
        return BUNDLED;
    }

    /**
     * The one that comes with Slipway, with the rows of the files in this folder in place of its own: {@code
     * prices.txt}, {@code machines.txt} and so on, in the same form as ours. A folder that is not there changes
     * nothing. All that is wrong in any of the files is told as one problem.
     */
    public static Catalog withUserFiles(Path folder) {
        return new Catalog(CatalogContents.withUserFiles(folder));
    }

    /** When ours was written down. */
    public LocalDate date() {
        return date;
    }

    /** Every type, the newest first. */
    public List<AcceleratorType> accelerators() {
        return rows.stream().map(AcceleratorRow::accelerator).toList();
    }

    /** The type of exactly this name; upper case does not matter. */
    public Optional<AcceleratorType> type(String name) {
        return accelerators().stream().filter(one -> one.type().equalsIgnoreCase(name)).findFirst();
    }

    /**
     * The types that a spec means by this name: that one, and where it is a family's name all of the family, the usual
     * one first. Empty when the name is not known here.
     */
    public List<AcceleratorType> typesFor(String name) {
        List<AcceleratorType> family =
                accelerators().stream().filter(one -> one.family().equalsIgnoreCase(name)).toList();
        return family.isEmpty() ? type(name).stream().toList() : family;
    }

    /** Whether somebody who asks for {@code name} is content with {@code type}. Unknown names mean themselves. */
    public boolean accepts(String name, String type) {
        return name.equalsIgnoreCase(type)
                || typesFor(name).stream().anyMatch(one -> one.type().equalsIgnoreCase(type));
    }

    /** What the driver calls by this name. A MIG instance is a type of its own: {@code H100-1g.10gb}. */
    public Optional<AcceleratorType> recognizeDevice(String driverName) {
        Matcher instance = MIG_INSTANCE.matcher(driverName.strip());
        return instance.matches()
                ? wholeDevice(instance.group("whole")).map(whole -> migInstance(whole, instance))
                : wholeDevice(driverName.strip());
    }

    /** The type of a device by its driver's name: from the catalog, or else the name without what every name has. */
    public String typeOfDevice(String driverName) {
        return recognizeDevice(driverName)
                .map(AcceleratorType::type)
                .orElseGet(() -> typeFromDriverName(driverName));
    }

    /**
     * The type by a name that an admin gave it, {@code h100}, or that Slurm made of the driver's,
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

    public Optional<Interconnect> link(String name) {
        return Optional.ofNullable(catalogContents.links().get(name));
    }

    public List<MachineType> machines() {
        return catalogContents.machines();
    }

    /** Of any provider; two providers may give two machines one name. */
    public List<MachineType> machines(String name) {
        return machines().stream().filter(it -> it.name().equalsIgnoreCase(name)).toList();
    }

    public List<StorageTier> storage() {
        return catalogContents.storage();
    }

    /** What is known of providers beyond what they list, as far as anybody wrote it down. */
    public List<Provider> providers() {
        return catalogContents.providers();
    }

    /** What this machine cost on the spot market, in all regions of a provider. */
    public List<SpotHistory> spotHistories(String provider, String machine) {
        return spotHistories(machine).stream()
                .filter(it -> it.provider().equals(provider))
                .toList();
    }

    /** What became of machines with accelerators in the hands of others. */
    public List<FailureRate> failureRates() {
        return catalogContents.failureRates();
    }

    /** Every price that was ever listed, also the old and the doubted: whoever chooses asks each of them. */
    public List<Price> prices() {
        return catalogContents.prices();
    }

    /** For any type that is meant by this name. */
    public List<Price> prices(String name, Price.Kind kind) {
        return prices().stream()
                .filter(price -> price.kind() == kind && accepts(name, price.type()))
                .toList();
    }

    /** What may be chosen by itself, the cheapest accelerator first; equal ones in the order of the files. */
    public List<Price> selectablePrices(String name, Price.Kind kind, Instant now) {
        return prices(name, kind).stream()
                .filter(price -> price.isSelectable(now))
                .sorted(Comparator.comparing(price -> price.perAccelerator().perGpuHour()))
                .toList();
    }

    /** What this machine cost on the spot market, by region. */
    public List<SpotHistory> spotHistories(String machine) {
        return catalogContents.spotHistories().stream()
                .filter(it -> it.machine().equals(machine))
                .toList();
    }

    /** What the user's team has agreed with providers. */
    public List<Commitment> commitments() {
        return catalogContents.commitments();
    }

    /** What the user's team owns, with what it pays for it. */
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
