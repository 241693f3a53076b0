package slipway.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.TextFile;

/**
 * The checkout has no violation, and every rule finds its violations. A fixture is a small checkout that breaks one
 * rule; its expected.txt lists every violation, so everything else in the fixture is allowed. A broken bar (¦) in a
 * fixture keeps a forbidden word out of this repository and is removed before the rule runs.
 */
class TidyTest {

    private static final Path FIXTURES = fixtures();

    @Test
    void the_checkout_is_tidy() {
        Path checkout = Path.of(Objects.requireNonNull(System.getProperty("slipway.checkout")));
        assertThat(lines(Tidy.check(checkout))).isEqualTo("");
    }

    @TestFactory
    Stream<DynamicTest> every_rule_finds_what_breaks_it_and_nothing_else() {
        return Tidy.RULES.stream()
                .map(rule -> DynamicTest.dynamicTest(rule.name(), () -> finds(rule)));
    }

    private static void finds(Rule rule) {
        var found = Tidy.check(fixture(rule.name()), rule);
        assertThat(found).isNotEmpty();
        assertThat(lines(found)).isEqualTo(expected(rule.name()));
    }

    @Test
    void an_exemption_covers_one_place_and_a_stale_or_malformed_one_is_a_violation() {
        assertThat(lines(Tidy.check(fixture(Exemptions.RULE))))
                .isEqualTo(expected(Exemptions.RULE));
    }

    @Test
    void every_fixture_belongs_to_a_rule() throws IOException {
        var rules = Stream.concat(Tidy.RULES.stream().map(Rule::name), Stream.of(Exemptions.RULE));
        try (var folders = Files.list(FIXTURES)) {
            assertThat(folders.map(folder -> String.valueOf(folder.getFileName())))
                    .containsExactlyInAnyOrderElementsOf(rules.toList());
        }
    }

    private static Checkout fixture(String rule) {
        return Checkout.of(
                Checkout.read(FIXTURES.resolve(rule)).texts().stream()
                        .filter(file -> !file.path().equals("expected.txt"))
                        .map(file -> new TextFile(file.path(), withoutBars(file.text())))
                        .toList());
    }

    private static String expected(String rule) {
        try {
            return withoutBars(Files.readString(FIXTURES.resolve(rule).resolve("expected.txt")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withoutBars(String text) {
        return text.replace("¦", "");
    }

    private static String lines(List<Violation> violations) {
        return String.join("", violations.stream().map(each -> each + "\n").toList());
    }

    private static Path fixtures() {
        try {
            return Path.of(Objects.requireNonNull(TidyTest.class.getResource("/fixtures")).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
