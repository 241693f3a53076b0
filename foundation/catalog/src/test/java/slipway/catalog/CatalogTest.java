package slipway.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;

class CatalogTest {

    private final Catalog catalog = Catalog.bundled();

    @Test
    void a_type_is_known_by_what_admins_and_slurm_call_it() {
        assertEquals("H100", catalog.typeByName("h100"));
        assertEquals("H100-PCIe", catalog.typeByName("h100-pcie"));
        assertEquals("A100-80GB", catalog.typeByName("nvidia_a100-sxm4-80gb"));
        assertEquals("fpga-x", catalog.typeByName("fpga-x"));
    }

    @Test
    void a_device_is_recognised_by_the_name_its_driver_gives() {
        assertEquals("H100", catalog.typeOfDevice("NVIDIA H100 80GB HBM3"));
        assertEquals("H100-PCIe", catalog.typeOfDevice("NVIDIA H100 PCIe"));
        assertEquals("H200", catalog.typeOfDevice("NVIDIA H200"));
        assertEquals("A100-80GB", catalog.typeOfDevice("NVIDIA A100-SXM4-80GB"));
        assertEquals("A100-40GB-PCIe", catalog.typeOfDevice("NVIDIA A100-PCIE-40GB"));
        assertEquals("V100-16GB", catalog.typeOfDevice("Tesla V100-SXM2-16GB"));
        assertEquals("T4", catalog.typeOfDevice("Tesla T4"));
        assertEquals("L4", catalog.typeOfDevice("NVIDIA L4"));
        assertEquals("L40S", catalog.typeOfDevice("NVIDIA L40S"));
        assertEquals("RTX-4090", catalog.typeOfDevice("NVIDIA GeForce RTX 4090"));
        assertEquals("MI300X", catalog.typeOfDevice("AMD Instinct MI300X OAM"));
    }

    @Test
    void its_figures_are_those_that_its_maker_publishes() {
        AcceleratorType h100 = catalog.type("h100").orElseThrow();
        assertEquals("H100", h100.type());
        assertEquals("H100", h100.family());
        assertEquals(Bytes.gigabytes(80), h100.memory());
        assertEquals(Bytes.gigabytes(3350), h100.bandwidth());
        assertEquals(989, h100.teraflops());
        assertEquals(OptionalDouble.of(1979), h100.teraflops(Precision.FP8));
        assertEquals(OptionalDouble.empty(), h100.teraflops(Precision.FP4));
        assertEquals(OptionalInt.of(700), h100.watts());
        assertEquals(
                Bytes.gigabytes(450), h100.fabric().link().orElseThrow().bandwidthPerDirection());
        assertEquals(8, h100.fabric().size());
        assertThat(catalog.date()).hasToString("2026-11-15");
    }

    @Test
    void a_family_means_all_its_types_the_usual_one_first() {
        assertEquals(
                List.of("H100", "H100-NVL", "H100-PCIe"),
                catalog.typesFor("H100").stream().map(AcceleratorType::type).toList());
        assertEquals(4, catalog.typesFor("a100").size());
        assertEquals(1, catalog.typesFor("A100-80GB").size());
        assertThat(catalog.typesFor("Z9")).isEmpty();
    }

    @Test
    void who_asks_for_a_family_is_content_with_each_of_it() {
        assertThat(catalog.accepts("A100", "A100-80GB")).isTrue();
        assertThat(catalog.accepts("A100-80GB", "A100-40GB")).isFalse();
        assertThat(catalog.accepts("H100-PCIe", "H100")).isFalse();
        assertThat(catalog.accepts("Z9", "z9")).isTrue();
    }

    @Test
    void a_mig_instance_is_a_type_separate() {
        AcceleratorType slice =
                catalog.recognizeDevice("NVIDIA H100 80GB HBM3 MIG 1g.10gb").orElseThrow();
        assertEquals("H100-1g.10gb", slice.type());
        assertEquals("H100-1g.10gb", slice.family());
        assertEquals(Bytes.gigabytes(10), slice.memory());
        assertEquals(141, slice.teraflops());
        assertEquals(OptionalInt.of(100), slice.watts());
    }

    @Test
    void a_device_that_no_one_described_still_has_a_type_that_a_spec_can_name() {
        assertThat(catalog.recognizeDevice("NVIDIA Quux 9000 Ti")).isEmpty();
        assertEquals("Quux-9000-Ti", catalog.typeOfDevice("NVIDIA Quux 9000 Ti"));
        assertEquals("accelerator", catalog.typeOfDevice("NVIDIA"));
        assertThat(catalog.typeOfDevice("NVIDIA \u001b[31m" + "x".repeat(200)))
                .matches("[A-Za-z][A-Za-z0-9._-]{0,62}");
    }

    @Test
    void every_type_can_be_named_in_a_spec_and_is_there_once() {
        List<String> types = catalog.accelerators().stream().map(AcceleratorType::type).toList();
        assertThat(types).doesNotHaveDuplicates().allMatch(it -> it.matches("[A-Za-z0-9.-]{1,63}"));
    }
}
