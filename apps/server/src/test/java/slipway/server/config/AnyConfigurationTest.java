package slipway.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.testkit.Generator;
import slipway.testkit.Property;

/** Whatever stands in the configuration is read or refused with all its mistakes; nothing else is thrown. */
class AnyConfigurationTest {

    private static final int RUNS = 500;
    private static final String GOOD =
            """
            host: 0.0.0.0
            port: 9000
            public_url: https://gpu.example.org
            tls:
              generate: true
            database:
              url: jdbc:postgresql://db.example.org/slipway
              connections: 4
            journal:
              keep_ticks: 14d
            sign_on:
              issuer: https://login.example.org
              client_id: slipway
              redirect: https://gpu.example.org/login/sso/back
              groups: ml = vision:lead
            log:
              level: debug
              format: json
            """;

    /** A place in the text and what is put there. */
    private record Slip(int at, String instead) {

        String in(String text) {
            int place = at % text.length();
            return text.substring(0, place) + instead + text.substring(place + 1);
        }
    }

    private static final Generator<Slip> SLIPS =
            Generator.ints(0, 2_000)
                    .flatMap(
                            at ->
                                    Generator.oneOf(
                                                    Generator.strings(),
                                                    Generator.strings(
                                                            ":[]{}&*!|>'\"%@`#-? \n\tau0\\", 0, 6))
                                            .map(instead -> new Slip(at, instead)));

    @TempDir Path data;

    @Test
    void the_text_they_are_made_from_is_good() {
        assertThat(read(GOOD, Map.of())).isEmpty();
    }

    @Test
    void a_file_with_a_slip_in_it_is_read_or_refused() {
        Property.holds(RUNS, SLIPS, slip -> read(slip.in(GOOD), Map.of()));
        Property.holds(RUNS, Generator.strings(), text -> read(text, Map.of()));
    }

    @Test
    void a_flag_with_anything_in_it_is_read_or_refused() {
        for (Setting setting : Settings.named()) {
            Property.holds(50, Generator.strings(), text -> read("", Map.of(setting.flag(), text)));
        }
    }

    /** What is wrong with it; empty when nothing is. */
    private String read(String file, Map<String, String> flags) {
        try {
            Files.writeString(data.resolve("slipway.yaml"), sound(file));
            Config.read(
                    flags,
                    new ProcessEnvironment(Map.of("SLIPWAY_DATA", data.toString()), data, data));
            return "";
        } catch (Problem problem) {
            assertThat(problem.next()).isNotBlank();
            return problem.what() + problem.why();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Half a character cannot be written into a file. */
    private static String sound(String text) {
        return text.replaceAll("[\\ud800-\\udfff]", "?");
    }
}
