package slipway.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ImportTableTest {

    @Test
    void no_module_can_reach_itself_through_the_walls() {
        for (String module : ImportTable.modules()) {
            assertThat(reachable(module)).as("from " + module).doesNotContain(module);
        }
    }

    @Test
    void nobody_imports_server_and_nothing_that_ships_imports_the_workshop() {
        for (String module : ImportTable.modules()) {
            assertThat(ImportTable.imports(module, false))
                    .as(module)
                    .doesNotContain("server", "storm", "tidy");
        }
        assertThat(ImportTable.imports("server", false)).doesNotContain("testkit");
    }

    @Test
    void the_table_in_the_tour_is_the_table_that_is_checked() throws IOException {
        Path house = Path.of(Objects.requireNonNull(System.getProperty("slipway.house")));
        String tour = Files.readString(house.resolve("docs/tour.md"));
        var rows =
                tour.lines()
                        .dropWhile(line -> !line.equals("### The walls"))
                        .filter(line -> line.startsWith("| "))
                        .skip(1)
                        .map(line -> line.split("\\|", -1))
                        .toList();
        assertThat(rows.stream().flatMap(row -> words(row[1])))
                .containsExactlyInAnyOrderElementsOf(
                        ImportTable.modules().stream()
                                .filter(module -> !module.equals("tidy"))
                                .toList());
        for (String[] row : rows) {
            words(row[1])
                    .forEach(
                            module ->
                                    assertThat(shown(row[2]))
                                            .as(module)
                                            .isEqualTo(checked(module)));
        }
    }

    private static Set<String> shown(String cell) {
        return cell.strip().equals("nothing of ours")
                ? Set.of()
                : words(cell).collect(Collectors.toSet());
    }

    /** The rows that allow everything say so in words, so that they need no change for a new room. */
    private static Set<String> checked(String module) {
        return switch (module) {
            case "server" -> Set.of("everything; nobody imports server");
            case "storm", "bench" -> Set.of("every room; server and cli they start as processes");
            case "fuzz" -> Set.of("every room and wire; server and cli it starts as processes");
            default -> ImportTable.imports(module, false);
        };
    }

    private static Stream<String> words(String cell) {
        return Arrays.stream(cell.strip().split(", ", -1));
    }

    private static Set<String> reachable(String module) {
        var reached = new TreeSet<String>();
        var next = List.copyOf(ImportTable.imports(module, false));
        while (!next.isEmpty()) {
            reached.addAll(next);
            next =
                    next.stream()
                            .flatMap(each -> ImportTable.imports(each, false).stream())
                            .filter(each -> !reached.contains(each))
                            .distinct()
                            .toList();
        }
        return reached;
    }
}
