package slipway.journal.sql;

import java.util.Map;
import java.util.Optional;

/**
 * The tables of one module: migrations {@code V1__...sql} to {@code V<newest>__...sql} in its resources, below {@code
 * slipway/<module>/schema}, with a separate history table.
 *
 * @param newestVersion the version this program knows; data of a newer one is refused
 * @param former the name that the module had in older versions; empty when it was never renamed
 */
public record ModuleSchema(String module, int newestVersion, Optional<Former> former) {

    /** The journal's own. */
    public static final ModuleSchema JOURNAL = new ModuleSchema("journal", 3);

    /**
     * A name that a module had before.
     *
     * @param last the newest version whose tables have this prefix; the next migration renames them
     */
    public record Former(String name, int last) {}

    public ModuleSchema(String module, int newestVersion) {
        this(module, newestVersion, Optional.empty());
    }

    /** The same schema, whose tables were named {@code <name>_...} up to a version. */
    public ModuleSchema renamedFrom(String name, int last) {
        return new ModuleSchema(module, newestVersion, Optional.of(new Former(name, last)));
    }

    /** The schema as an older version of this program knew it. */
    public ModuleSchema upTo(int version) {
        return new ModuleSchema(module, version, former);
    }

    /**
     * The history table keeps the first name of the module: an older program finds in it that the data is newer than
     * itself. Under a new name it would find nothing, and create its tables again beside the renamed ones.
     */
    String history() {
        return former.map(Former::name).orElse(module) + "_history";
    }

    String location() {
        return "classpath:slipway/" + module + "/schema";
    }

    /** The prefix of the tables at a version; also the module's name in a backup that was taken at that version. */
    String nameAt(int version) {
        return former.filter(one -> version <= one.last()).map(Former::name).orElse(module);
    }

    /** Whether the table has the prefix of this module, now or before. */
    boolean owns(String table) {
        return table.startsWith(module + "_")
                || former.filter(one -> table.startsWith(one.name() + "_")).isPresent();
    }

    /** The version in a backup, where the module may have its former name; empty when the backup is older. */
    Optional<Integer> versionIn(Map<String, Integer> schemas) {
        return Optional.ofNullable(schemas.get(module))
                .or(() -> former.map(Former::name).map(schemas::get));
    }
}
