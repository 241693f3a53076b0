package slipway.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ImportTableTest {

    @Test
    void no_module_can_reach_itself_through_imports() {
        for (String module : ImportTable.modules()) {
            assertThat(reachable(module)).as("from " + module).doesNotContain(module);
        }
    }

    @Test
    void no_module_imports_server_and_what_ships_imports_no_tool() {
        var tools = Set.of("server", "storm", "bench", "fuzz", "tidy");
        for (String module : ImportTable.modules()) {
            assertThat(ImportTable.imports(module, false))
                    .as(module)
                    .doesNotContainAnyElementsOf(tools);
        }
        assertThat(ImportTable.imports("server", false)).doesNotContain("testkit");
    }

    @Test
    void a_slice_imports_no_other_slice() {
        var kits = Set.of("surface-api", "surface-web", "surface-terminal");
        for (String module : ImportTable.modules()) {
            if (module.startsWith("surface-")) {
                assertThat(ImportTable.imports(module, false))
                        .as(module)
                        .allMatch(each -> !each.startsWith("surface-") || kits.contains(each));
            }
        }
    }

    @Test
    void the_table_in_the_architecture_page_is_the_table_that_is_checked() throws IOException {
        Path checkout = Path.of(Objects.requireNonNull(System.getProperty("slipway.checkout")));
        String page = Files.readString(checkout.resolve("docs/architecture.md"));
        for (String line : ImportTable.lines()) {
            assertThat(page).contains(line);
        }
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
