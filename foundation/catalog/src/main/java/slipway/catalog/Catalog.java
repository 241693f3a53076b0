package slipway.catalog;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Bytes;

/** The accelerators we know, and how old that knowledge is. */
public final class Catalog {

    /** As the driver names an instance: {@code NVIDIA H100 80GB HBM3 MIG 1g.10gb}. */
    private static final Pattern INSTANCE =
            Pattern.compile(
                    "(?<whole>.+) MIG (?<profile>(?<slices>[1-7])g\\.(?<memory>[0-9]{1,3})gb.*)");

    private static final int SLICES = 7;

    private static final Catalog BUNDLED = CatalogFile.read("accelerators.txt");

    private final LocalDate date;
    private final List<Line> lines;

    /**
     * @param driver fits the whole name that the driver gives
     */
    record Line(Accelerator accelerator, Pattern driver) {}

    Catalog(LocalDate date, List<Line> lines) {
        this.date = date;
        this.lines = List.copyOf(lines);
    }

    /** The one that comes with Slipway. */
    public static Catalog bundled() {
        return BUNDLED;
    }

    /** When it was written down. */
    public LocalDate date() {
        return date;
    }

    /** Every type, the newest first. */
    public List<Accelerator> all() {
        return lines.stream().map(Line::accelerator).toList();
    }

    /** The type of exactly this name; upper case does not matter. */
    public Optional<Accelerator> type(String name) {
        return all().stream().filter(one -> one.type().equalsIgnoreCase(name)).findFirst();
    }

    /**
     * The types that a spec means by this name: that one, and where it is a family's name all of the family, the usual
     * one first. Empty when the name is not known here.
     */
    public List<Accelerator> meant(String name) {
        List<Accelerator> family =
                all().stream().filter(one -> one.family().equalsIgnoreCase(name)).toList();
        return family.isEmpty() ? type(name).stream().toList() : family;
    }

    /** Whether somebody who asks for {@code name} is content with {@code type}. Unknown names mean themselves. */
    public boolean allows(String name, String type) {
        return name.equalsIgnoreCase(type)
                || meant(name).stream().anyMatch(one -> one.type().equalsIgnoreCase(type));
    }

    /** What the driver calls by this name. A MIG instance is a type of its own: {@code H100-1g.10gb}. */
    public Optional<Accelerator> recognise(String driverName) {
        Matcher instance = INSTANCE.matcher(driverName.strip());
        return instance.matches()
                ? whole(instance.group("whole")).map(whole -> instance(whole, instance))
                : whole(driverName.strip());
    }

    /** The type of a device by its driver's name: from the catalog, or else the name without what every name has. */
    public String typeOf(String driverName) {
        return recognise(driverName).map(Accelerator::type).orElseGet(() -> made(driverName));
    }

    /**
     * The type by a name that an admin gave it, {@code h100}, or that Slurm made of the driver's,
     * {@code nvidia_a100-sxm4-80gb}.
     */
    public String typeNamed(String name) {
        return meant(name).stream()
                .findFirst()
                .map(Accelerator::type)
                .orElseGet(() -> typeOf(name.replace('_', ' ')));
    }

    private Optional<Accelerator> whole(String driverName) {
        return lines.stream()
                .filter(line -> line.driver.matcher(driverName).matches())
                .map(Line::accelerator)
                .findFirst();
    }

    private static Accelerator instance(Accelerator whole, Matcher instance) {
        int slices = Integer.parseInt(instance.group("slices"));
        String type = whole.type() + "-" + instance.group("profile").strip();
        return new Accelerator(
                type,
                type,
                Bytes.gigabytes(Long.parseLong(instance.group("memory"))),
                Math.max(1, whole.teraflops() * slices / SLICES),
                Math.max(1, whole.watts() * slices / SLICES));
    }

    private static String made(String driverName) {
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
