package slipway.surface.plan.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.RawJson;
import slipway.surface.plan.api.MeasurementRoutes;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.plan.api.MeasurementRoutes.NodeFindingsView;
import slipway.testkit.Golden;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("network")
class CompareCommandTest {

    private static final Instant NOON = Instant.parse("2026-09-02T12:00:00Z");

    @TempDir private Path folder;

    private TestShell ran(int code, int width, String command) {
        TestShell shell = new TestShell(folder).wide(width);
        assertThat(shell.run(("plan compare " + command).split(" +")))
                .as(shell.err())
                .isEqualTo(code);
        return shell;
    }

    private void writeCatalog(String file, String text) throws IOException {
        Files.createDirectories(folder.resolve("mine"));
        Files.writeString(folder.resolve("mine").resolve(file), text);
    }

    @Test
    void compare_lists_the_best_first_with_the_basis_of_each_score() {
        for (int width : new int[] {40, 80, 120}) {
            String output =
                    ran(0, width, "--accelerators 256xH100 --provider aws,gcp,lambda,vast").out();
            Golden.matches("plan/compare-" + width + ".txt", output);
        }
    }

    @Test
    void an_unknown_property_has_an_interval_and_never_counts_as_zero() {
        JsonNode json =
                JsonMapper.shared().readTree(ran(0, 120, "--accelerators H100 --json").out());
        JsonNode lambda = provider(json, "lambda");
        assertThat(lambda.at("/scores/storage/known").asBoolean()).isFalse();
        assertThat(lambda.at("/scores/storage/value").asDouble()).isEqualTo(5);
        assertThat(lambda.at("/scores/storage/high").asDouble()).isEqualTo(10);
        assertThat(json.at("/providers/0/known").asDouble()).isGreaterThanOrEqualTo(0.5);
    }

    @Test
    void weights_change_the_ranking() {
        JsonNode price =
                JsonMapper.shared()
                        .readTree(
                                ran(
                                                0,
                                                120,
                                                "--accelerators H100 --provider aws,lambda --json --weights price=9")
                                        .out());
        JsonNode size =
                JsonMapper.shared()
                        .readTree(
                                ran(
                                                0,
                                                120,
                                                "--accelerators 512xH100 --provider aws,lambda --json --weights"
                                                        + " price=0,scalability=9")
                                        .out());
        assertThat(price.at("/providers/0/provider").asString()).isEqualTo("lambda");
        assertThat(size.at("/providers/0/provider").asString()).isEqualTo("aws");
    }

    @Test
    void a_custom_catalog_supplies_properties_that_the_bundled_one_lacks() throws IOException {
        writeCatalog(
                "providers.txt",
                """
                provider | regions | dedicated | storage | date
                lambda   | 12      | yes       | 8GB/s   | 2026-09-01
                """);
        JsonNode json =
                JsonMapper.shared()
                        .readTree(ran(0, 120, "--accelerators H100 --catalog mine --json").out());
        JsonNode lambda = provider(json, "lambda");
        assertThat(lambda.at("/scores/storage/known").asBoolean()).isTrue();
        assertThat(lambda.at("/scores/availability/because").asString())
                .contains("12 regions or more")
                .contains("listed 16 days ago");
    }

    @Test
    void a_catalog_with_unknown_units_and_keys_is_refused_with_all_mistakes() throws IOException {
        writeCatalog(
                "providers.txt",
                """
                provider | regions | dedicated | network  | storage | date
                lambda   | many    | perhaps   | 400 furl | 8       | soon
                nebius   | -3      | yes       | 400Gb/s  | 8GB/s   | 2026-09-01
                """);
        TestShell shell = ran(2, 120, "--accelerators H100 --catalog mine");
        assertThat(shell.err().replace(folder.toString(), "HERE"))
                .satisfies(it -> Golden.matches("plan/compare-file.txt", it));
        writeCatalog("providers.txt", "provider | region | date\n");
        assertThat(ran(2, 120, "--accelerators H100 --catalog mine").err()).contains("regions");
    }

    @Test
    void all_mistakes_are_listed_together() {
        TestShell shell =
                ran(
                        2,
                        120,
                        "--accelerators 8xH1000 --weights prize=3,network,price=-1 --provider awz");
        Golden.matches("plan/compare-wrong.txt", shell.err());
        assertThat(
                        ran(
                                        2,
                                        120,
                                        "--accelerators H100 --weights price=0,availability=0,network=0,storage=0,"
                                                + "dedicated=0,scalability=0")
                                .err())
                .contains("At least one must be above 0");
    }

    private static JsonNode provider(JsonNode json, String name) {
        return json.at("/providers")
                .valueStream()
                .filter(it -> it.at("/provider").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void measurements_of_the_server_replace_unknown_properties() {
        String document =
                """
                {"format":1,"node":"n1","rank":0,"nodes":1,"at":"2026-09-02T06:00:00Z","held":121.4,"machine":\
                {"cpus":64,"memory_bytes":549755813888,"kernel":"6.8","python":"3.12.3","torch":"","accelerators":[]},\
                "busy":[],"stolen":0.0,"figures":[{"name":"read","unit":"B/s","scope":"disk","rounds":[2e9,2e9,2e9]},\
                {"name":"write","unit":"B/s","scope":"disk","rounds":[1e9,1e9,1e9]}],\
                "skipped":[],"notes":[]}""";
        var node =
                new NodeFindingsView(
                        "n1",
                        NOON,
                        121,
                        true,
                        "n1 delivers.",
                        List.of(),
                        List.of(),
                        new RawJson(document));
        var view =
                new MeasurementView(
                        "01k9x0m6c5q8v2t7r4n1h3j5ya",
                        List.of("n1"),
                        "lambda",
                        "mira",
                        NOON,
                        "measured",
                        Optional.empty(),
                        List.of(node));
        try (var server = new FakeServer()) {
            server.answering(
                    ApiCall.to(MeasurementRoutes.LIST),
                    new ListPage<>(List.of(view), Optional.empty()));
            String command = "plan compare --accelerators H100 --provider lambda --why";
            TestShell withoutMeasurements = new TestShell(folder).asking(server);
            assertThat(withoutMeasurements.run(command.split(" ")))
                    .as(withoutMeasurements.err())
                    .isZero();
            assertThat(withoutMeasurements.out()).doesNotContain("measured on");
            assertThat(server.requests()).isEmpty();
            TestShell withMeasurements = new TestShell(folder).asking(server);
            assertThat(withMeasurements.run((command + " --measured").split(" ")))
                    .as(withMeasurements.err())
                    .isZero();
            assertThat(withMeasurements.out()).contains("measured on 2026-09-02: n1");
        }
    }
}
