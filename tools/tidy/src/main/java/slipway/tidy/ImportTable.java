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

/** Which module may import which. The table is the design's, word for word; a new module is a new line in it. */
final class ImportTable {

    /**
     * @param imports the modules whose types it may name
     * @param starts the modules it may only start as programs: its POM may list them so that they are built first
     */
    record Wall(Folder folder, Set<String> imports, Set<String> starts) {}

    /** {@code every-room}: foundation and rooms. {@code everything}: all that ships. */
    private static final String TABLE =
            """
            foundation | base     | -
            foundation | spec     | base
            foundation | catalog  | base
            foundation | journal  | base
            rooms      | plan     | base spec catalog
            rooms      | schedule | base spec catalog journal
            rooms      | store    | base spec journal
            rooms      | guard    | base spec journal
            rooms      | observe  | base journal
            rooms      | account  | base catalog journal
            rooms      | simulate | base spec catalog schedule
            rooms      | run      | base spec catalog journal schedule store
            rooms      | track    | base spec journal store
            rooms      | serve    | base spec journal schedule store observe track
            doors      | wire     | base spec plan
            doors      | server   | everything
            doors      | cli      | base spec plan simulate wire
            workshop   | testkit  | base
            workshop   | storm    | every-room testkit | server cli
            workshop   | bench    | every-room testkit | server cli
            workshop   | fuzz     | every-room wire testkit | server cli
            workshop   | tidy     | -
            """;

    private static final Map<String, Wall> WALLS = read();

    private ImportTable() {}

    /** In the order of the table. */
    static List<String> modules() {
        return List.copyOf(WALLS.keySet());
    }

    static Optional<Wall> of(String module) {
        return Optional.ofNullable(WALLS.get(module));
    }

    /** What the module's sources may import; every test may use the testkit too. */
    static Set<String> imports(String module, boolean test) {
        var allowed = new TreeSet<>(of(module).map(Wall::imports).orElse(Set.of()));
        if (test) {
            allowed.add("testkit");
        }
        allowed.remove(module);
        return allowed;
    }

    private static Map<String, Wall> read() {
        var rows = TABLE.lines().map(line -> line.split("\\|", -1)).toList();
        var folders = new LinkedHashMap<String, Folder>();
        rows.forEach(row -> folders.put(row[1].strip(), Folder.named(row[0].strip())));
        var walls = new LinkedHashMap<String, Wall>();
        for (String[] row : rows) {
            String module = row[1].strip();
            var starts = row.length > 3 ? modules(row[3], folders) : Set.<String>of();
            walls.put(
                    module,
                    new Wall(Folder.named(row[0].strip()), modules(row[2], folders), starts));
        }
        return walls;
    }

    private static Set<String> modules(String words, Map<String, Folder> folders) {
        return Arrays.stream(words.strip().split(" ", -1))
                .flatMap(word -> expand(word, folders).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<String> expand(String word, Map<String, Folder> folders) {
        return switch (word) {
            case "-" -> Set.of();
            case "every-room" -> in(folders, Folder.FOUNDATION, Folder.ROOMS);
            case "everything" -> in(folders, Folder.FOUNDATION, Folder.ROOMS, Folder.DOORS);
            default -> Set.of(word);
        };
    }

    private static Set<String> in(Map<String, Folder> folders, Folder... wanted) {
        return folders.keySet().stream()
                .filter(module -> Arrays.asList(wanted).contains(folders.get(module)))
                .collect(Collectors.toSet());
    }
}
