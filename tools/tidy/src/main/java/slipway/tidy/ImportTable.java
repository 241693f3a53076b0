package slipway.tidy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import slipway.tidy.checkout.Folder;

/** Which module may import which: the levels of docs/architecture.md. A new module is a new line here. */
final class ImportTable {

    /**
     * @param imports the modules whose types it may name
     * @param starts the modules it may only start as programs: its POM may list them so that they are built first
     */
    record Row(Folder folder, Set<String> imports, Set<String> starts) {}

    /**
     * A name that ends in {@code /} means all modules of that folder. The last column names the modules that a tool
     * may only start as programs: its POM lists them so that they are built first.
     */
    private static final String TABLE =
            """
            foundation | base      | -
            foundation | spec      | base
            foundation | catalog   | base
            foundation | journal   | base
            foundation | operation | base journal
            foundation | notify    | base journal
            domain     | plan      | base spec catalog
            domain     | schedule  | base spec catalog journal
            domain     | identity  | base spec journal operation notify
            domain     | audit     | base spec journal operation notify
            domain     | signon    | base spec journal operation notify
            domain     | observe   | base spec journal operation notify
            domain     | store     | base spec catalog journal operation
            domain     | account   | base spec catalog journal operation
            domain     | evidence  | base spec catalog journal operation
            domain     | simulate  | foundation/ schedule
            domain     | run       | foundation/ schedule store
            domain     | track     | foundation/ store
            domain     | serve     | foundation/ schedule store track
            surface    | api       | base spec
            surface    | web       | base spec journal identity surface-api
            surface    | terminal  | base spec surface-api
            surface    | people    | foundation/ domain/ surface-api surface-web surface-terminal
            surface    | audit     | foundation/ domain/ surface-api surface-web surface-terminal
            surface    | plan      | foundation/ domain/ surface-api surface-web surface-terminal
            surface    | run       | foundation/ domain/ surface-api surface-web surface-terminal
            surface    | data      | foundation/ domain/ surface-api surface-web surface-terminal
            surface    | track     | foundation/ domain/ surface-api surface-web surface-terminal
            surface    | serve     | foundation/ domain/ surface-api surface-web surface-terminal
            surface    | cost      | foundation/ domain/ surface-api surface-web surface-terminal
            surface    | health    | foundation/ domain/ surface-api surface-web surface-terminal
            surface    | system    | foundation/ domain/ surface-api surface-web surface-terminal
            apps       | cli       | foundation/ domain/ surface/
            apps       | server    | foundation/ domain/ surface/ cli
            tools      | testkit   | base
            tools      | storm     | foundation/ domain/ testkit                  | server cli
            tools      | bench     | foundation/ domain/ testkit                  | server cli
            tools      | fuzz      | foundation/ domain/ surface/ cli testkit     | server
            tools      | tidy      | -
            """;

    private static final Map<String, Row> ROWS = read();

    private ImportTable() {}

    /** The lines as docs/architecture.md shows them. */
    static List<String> lines() {
        return TABLE.lines().map(String::stripTrailing).toList();
    }

    /** In the order of the table. */
    static List<String> modules() {
        return List.copyOf(ROWS.keySet());
    }

    static Optional<Row> of(String module) {
        return Optional.ofNullable(ROWS.get(module));
    }

    /** The modules that the module's sources may import; every test may use the testkit too. */
    static Set<String> imports(String module, boolean test) {
        var allowed = new TreeSet<>(of(module).map(Row::imports).orElse(Set.of()));
        if (test) {
            allowed.add("testkit");
        }
        allowed.remove(module);
        return allowed;
    }

    private static Map<String, Row> read() {
        var rows = TABLE.lines().map(line -> line.split("\\|", -1)).toList();
        var folders = new LinkedHashMap<String, Folder>();
        rows.forEach(row -> folders.put(module(row), Folder.named(row[0].strip())));
        var table = new LinkedHashMap<String, Row>();
        for (String[] row : rows) {
            String module = module(row);
            var starts = row.length > 3 ? modules(row[3], folders) : Set.<String>of();
            table.put(
                    module,
                    new Row(Folder.named(row[0].strip()), modules(row[2], folders), starts));
        }
        return table;
    }

    private static Set<String> modules(String words, Map<String, Folder> folders) {
        return Arrays.stream(words.strip().split(" ", -1))
                .flatMap(word -> expand(word, folders).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String module(String[] row) {
        return Folder.named(row[0].strip()).module(row[1].strip());
    }

    private static Set<String> expand(String word, Map<String, Folder> folders) {
        if (word.equals("-")) {
            return Set.of();
        }
        if (!word.endsWith("/")) {
            return Set.of(word);
        }
        var folder = Folder.named(word.substring(0, word.length() - 1));
        return folders.keySet().stream()
                .filter(module -> folders.get(module) == folder)
                .collect(Collectors.toSet());
    }
}
