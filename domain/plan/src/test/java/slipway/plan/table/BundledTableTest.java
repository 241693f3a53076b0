package slipway.plan.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BundledTableTest {

    private static final Path FITTED = Path.of("../../tools/fit/out");
    private static final Path BUNDLED = Path.of("src/main/resources/slipway/plan");

    private static final List<String> TABLES =
            List.of(
                    "coefficients.tsv",
                    "gemm.tsv",
                    "held.tsv",
                    "likeness.tsv",
                    "memory.tsv",
                    "neighbours.tsv",
                    "single.tsv");

    @Test
    void the_bundled_tables_are_the_fitted_ones() throws IOException {
        for (String table : TABLES) {
            assertThat(Files.readString(BUNDLED.resolve(table)))
                    .as(table)
                    .isEqualTo(Files.readString(FITTED.resolve(table)));
        }
    }
}
