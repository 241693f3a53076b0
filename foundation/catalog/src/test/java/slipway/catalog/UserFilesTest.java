package slipway.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.Mistake;
import slipway.base.Money;
import slipway.base.Problem;
import slipway.catalog.Price.Kind;
import slipway.testkit.Generator;
import slipway.testkit.Golden;
import slipway.testkit.Property;

class UserFilesTest {

    @TempDir Path folder;

    @Test
    void a_folder_that_is_not_there_changes_nothing() {
        Catalog same = Catalog.withUserFiles(folder.resolve("nowhere"));
        assertEquals(Catalog.bundled().accelerators(), same.accelerators());
        assertEquals(Catalog.bundled().prices(), same.prices());
    }

    @Test
    void a_type_of_the_user_takes_the_place_of_ours_and_a_new_one_comes_after_them()
            throws IOException {
        write(
                "accelerators",
                """
                type   | family | memory | bandwidth | TFLOP/s  | watts | link   | driver
                h100   | H100   | 85GB   | 3.4TB/s   | bf16 900 | 650W  | MyLink | NVIDIA H100 (custom|odd)
                Z9     |        | 96GiB  | 2TB/s     | bf16 500 |       |        |
                """);
        write("links", "link | kind | each way | latency\nMyLink | fabric | 400Gb/s | 900ns\n");
        Catalog catalog = Catalog.withUserFiles(folder);
        AcceleratorType mine = catalog.typesFor("H100").getFirst();
        assertEquals("h100", mine.type());
        assertEquals(Bytes.gigabytes(85), mine.memory());
        assertEquals(
                Bytes.gigabytes(50), mine.fabric().link().orElseThrow().bandwidthPerDirection());
        assertEquals(3, catalog.typesFor("H100").size());
        assertEquals("h100", catalog.typeOfDevice("NVIDIA H100 odd"));
        assertEquals("Z9", catalog.accelerators().getLast().type());
        assertEquals("Z9", catalog.accelerators().getLast().family());
        assertEquals("H100", Catalog.bundled().type("h100").orElseThrow().type());
    }

    @Test
    void prices_commitments_hardware_storage_and_models_of_the_user_are_read() throws IOException {
        write(
                "prices",
                """
                # our contract
                provider | machine     | accelerators | region   | kind      | per hour | date
                aws      | p5.48xlarge | H100:8       | cheapest | on demand | $40.00   | 2026-11-01
                ours     |             | h100:1       | any      | reserved  | $1.25    | 2026-11-01
                """);
        write("commitments", "provider | years | discount\naws | 3 | 35%\n");
        write(
                "own",
                """
                name | type | purchase | years | watts | PUE | kWh   | space
                hall | H100 | $35064   | 4     | 1kW   | 1.5 | $0.20 | $73.05
                """);
        write(
                "models",
                "model | numbers\nours-1b | layers=16 hidden=2048 heads=16 ffn=8192 vocabulary=32000 context=4096\n");
        write(
                "storage",
                "tier | provider | month | read | write | date\nnas | own | $0.01 | 2GB/s | 1GB/s | 2026-10-01\n");
        Catalog catalog = Catalog.withUserFiles(folder);
        assertThat(catalog.prices("H100", Kind.ON_DEMAND))
                .filteredOn(it -> it.provider().equals("aws") && it.region().equals("cheapest"))
                .filteredOn(it -> it.product().machine().orElse("").equals("p5.48xlarge"))
                .singleElement()
                .satisfies(it -> assertEquals(Money.dollars(40), it.perHour()));
        Price reserved = catalog.prices("H100", Kind.RESERVED).getFirst();
        assertEquals("H100", reserved.product().type());
        assertEquals("prices.txt line 4", reserved.source());
        assertEquals(List.of(new Commitment("aws", 3, 0.35)), catalog.commitments());
        assertEquals(
                Money.cents(140, "USD"), catalog.ownHardware().getFirst().perHour().perGpuHour());
        assertEquals(16, catalog.models().named("Ours-1B").layers());
        assertEquals("nas", catalog.storage().getLast().name());
    }

    @Test
    void so_are_machines_spot_prices_and_how_fast_prices_change() throws IOException {
        write(
                "machines",
                "provider | machine | accelerators | network\nown | box | H100:4 | Ethernet-100:2\n");
        write(
                "spot",
                "machine | region | from | per hour\np5.48xlarge | us-east-1 | 2026-11-01 | 21 - 22.5\n");
        write("drift", "provider | kind | down | up\nours | on demand | 0 | 0.1\n");
        write(
                "prices",
                """
                provider | accelerators | kind     | per hour | date
                ours     | H100:1       | reserved | $1       | 2026-11-01
                """);
        Catalog catalog = Catalog.withUserFiles(folder);
        assertEquals(
                new PriceDrift(0, 0.1),
                catalog.prices("H100", Kind.RESERVED).getFirst().confidence().drift());
        assertEquals(4, catalog.machines("box").getFirst().accelerators());
        assertEquals(
                Money.cents(2250, "USD"),
                catalog.spotHistories("p5.48xlarge").stream()
                        .filter(it -> it.region().equals("us-east-1"))
                        .findFirst()
                        .orElseThrow()
                        .latestPrice());
    }

    @Test
    void a_price_of_the_user_is_looked_at_like_any_other_unless_the_user_vouches_for_it()
            throws IOException {
        write(
                "prices",
                """
                provider | accelerators | kind      | per hour | date       | doubt
                odd      | H100:8       | on demand | $0.99    | 2026-11-01 |
                lucky    | H100:8       | on demand | $0.99    | 2026-11-01 | none
                """);
        Catalog catalog = Catalog.withUserFiles(folder);
        assertThat(of(catalog, "odd").confidence().doubt().orElseThrow())
                .startsWith("others ask $")
                .endsWith("per accelerator, on demand");
        assertEquals(Optional.empty(), of(catalog, "lucky").confidence().doubt());
    }

    private static Price of(Catalog catalog, String provider) {
        return catalog.prices().stream()
                .filter(it -> it.provider().equals(provider))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void all_that_is_wrong_in_all_files_is_reported_at_once_with_file_and_line()
            throws IOException {
        write(
                "accelerators",
                """
                type | memory | bandwidth | TFLOP/s        | watts | driver
                Z9   | 80     | 3350      | bf16 900       | 700   |
                Z8   | -5GB   | 3XB/s     | bf17 900, fp8  | NaN   | (
                Z7   | 0GB    | 1GB/s     | bf16 900       |       |
                """);
        write(
                "prices",
                """
                provider | accelerators | kind   | per hour | date
                ours     | H100         | sold   | 2.50     | yesterday
                ours     | H1O0:8       | spot   | $0       | 2026-02-30
                """);
        write("machines", "provider | mashine | accelerators\nown | box | H100:8\n");
        write("commitments", "provider | years | discount\naws | 0 | 35\n");
        write(
                "own",
                "name | type | purchase | years | watts | kWh | residual\nhall | H100 | $5 | 4 | 1W | $1 | $6\n");
        write("models", "model | numbers\nbad | layers=0 heads 3\n");
        write("price", "provider\n");
        var problem = assertThrows(Problem.class, () -> Catalog.withUserFiles(folder));
        assertEquals("bad-catalog", problem.code().name());
        String said =
                problem.mistakes().stream().map(it -> it + "\n").collect(Collectors.joining());
        Golden.matches("bad-catalog.txt", said);
    }

    @Test
    void text_that_is_no_text_and_a_file_too_large_are_reported() throws IOException {
        Files.write(folder.resolve("prices.txt"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        Files.write(folder.resolve("models.txt"), new byte[8_000_001]);
        var problem = assertThrows(Problem.class, () -> Catalog.withUserFiles(folder));
        assertThat(problem.mistakes().stream().map(Mistake::toString))
                .containsExactly(
                        "models.txt  It is larger than 8 MB.",
                        "prices.txt  It is not text in UTF-8.");
    }

    @Test
    void of_rows_with_one_key_the_last_one_counts() {
        Generator<List<Integer>> names = Generator.ints(0, 5).list(1, 12);
        Property.holds(
                25,
                names,
                drawn -> {
                    var text = new StringBuilder("type | memory | bandwidth | TFLOP/s\n");
                    Map<String, Bytes> last = new HashMap<>();
                    var order = new ArrayList<String>();
                    for (int i = 0; i < drawn.size(); i++) {
                        String name = "Own" + drawn.get(i);
                        text.append("%s | %dGB | 1TB/s | bf16 1\n".formatted(name, i + 1));
                        last.put(name, Bytes.gigabytes(i + 1L));
                        if (!order.contains(name)) {
                            order.add(name);
                        }
                    }
                    write("accelerators", text.toString());
                    List<AcceleratorType> read =
                            Catalog.withUserFiles(folder).accelerators().stream()
                                    .filter(it -> it.type().startsWith("Own"))
                                    .toList();
                    assertEquals(order, read.stream().map(AcceleratorType::type).toList());
                    read.forEach(it -> assertEquals(last.get(it.type()), it.memory()));
                });
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name + ".txt"), text);
    }
}
