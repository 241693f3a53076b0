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

/** Any configuration is either read or refused with all its mistakes; no other exception is thrown. */
class ConfigPropertyTest {

    private static final int RUNS = 500;
    private static final String VALID =
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

    /** A mutation: the character at a position is replaced. */
    private record Mutation(int at, String instead) {

        String in(String text) {
            int place = at % text.length();
            return text.substring(0, place) + instead + text.substring(place + 1);
        }
    }

    private static final Generator<Mutation> MUTATIONS =
            Generator.ints(0, 2_000)
                    .flatMap(
                            at ->
                                    Generator.oneOf(
                                                    Generator.strings(),
                                                    Generator.strings(
                                                            ":[]{}&*!|>'\"%@`#-? \n\tau0\\", 0, 6))
                                            .map(instead -> new Mutation(at, instead)));

    @TempDir Path data;

    @Test
    void the_valid_configuration_has_no_mistakes() {
        assertThat(read(VALID, Map.of())).isEmpty();
    }

    @Test
    void a_mutated_file_is_read_or_refused() {
        Property.holds(RUNS, MUTATIONS, mutation -> read(mutation.in(VALID), Map.of()));
        Property.holds(RUNS, Generator.strings(), text -> read(text, Map.of()));
    }

    @Test
    void a_flag_with_any_value_is_read_or_refused() {
        for (Setting setting : Settings.named()) {
            Property.holds(50, Generator.strings(), text -> read("", Map.of(setting.flag(), text)));
        }
    }

    /** The mistakes; empty if the configuration is valid. */
    private String read(String file, Map<String, String> flags) {
        try {
            Files.writeString(data.resolve("slipway.yaml"), encodable(file));
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

    /** A lone surrogate cannot be written into a file. */
    private static String encodable(String text) {
        return text.replaceAll("[\\ud800-\\udfff]", "?");
    }
}
