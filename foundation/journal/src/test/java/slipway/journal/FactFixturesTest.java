package slipway.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import slipway.base.Fact;

/** Every fact that was ever released can be read for ever: one line each, as it stands in somebody's journal. */
class FactFixturesTest {

    @TestFactory
    List<DynamicTest> every_fact_has_a_line_that_still_reads_as_it_was_written() {
        return Arrays.stream(Fact.class.getPermittedSubclasses())
                .map(type -> DynamicTest.dynamicTest(kind(type), () -> reads(kind(type))))
                .toList();
    }

    private static void reads(String kind) throws IOException {
        String line = line(kind + "-1.json");
        Optional<Fact> fact = FactCodec.read(kind, 1, line);
        assertThat(fact).isPresent();
        assertThat(FactCodec.kind(fact.get())).isEqualTo(kind);
        assertThat(FactCodec.body(fact.get())).isEqualTo(line);
    }

    private static String kind(Class<?> type) {
        return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    private static String line(String file) throws IOException {
        try (InputStream in = FactFixturesTest.class.getResourceAsStream("/facts/" + file)) {
            assertThat(in).as("src/test/resources/facts/" + file).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
