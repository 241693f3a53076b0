package slipway.plan.training;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import slipway.catalog.Catalog;
import slipway.plan.training.MemoryVerdict.Change;

class MemoryVerdictTest {

    private static final ConfigurationParser COMPLETION =
            new ConfigurationParser(Catalog.bundled());

    private static final String LLAMA =
            """
            framework=torchtitan; model=llama3-8b; layers=32; hidden=4096; heads=32; kv_heads=8;
            ffn=14336; vocab=128256; gated_mlp=1; seq=8192; accelerator=H100-SXM-80GB; n_acc=8;
            acc_per_node=8; tp=1; gbs=64;
            """;

    @Test
    void a_configuration_that_fits_needs_no_change() {
        MemoryVerdict memoryVerdict = verdict(LLAMA + "sharding=FSDP2; act_ckpt=full; mbs=1");
        assertThat(memoryVerdict.fits()).isTrue();
        assertThat(memoryVerdict.isCertain()).isTrue();
        assertThat(memoryVerdict.changes()).isEmpty();
        assertThat(memoryVerdict.margin().low().bytes()).isPositive();
        assertThat(memoryVerdict.breakdown().total()).isEqualTo(memoryVerdict.peak().value());
    }

    @Test
    void a_narrow_fit_is_not_certain() {
        MemoryVerdict memoryVerdict =
                verdict(LLAMA + "sharding=FSDP2; act_ckpt=full; mbs=1; seq=20000");
        assertThat(memoryVerdict.fits()).isTrue();
        assertThat(memoryVerdict.isCertain()).isFalse();
        assertThat(memoryVerdict.margin().value().bytes()).isPositive();
        assertThat(memoryVerdict.margin().low().bytes()).isNegative();
    }

    @Test
    void each_single_change_that_makes_it_fit_is_listed() {
        MemoryVerdict memoryVerdict = verdict(LLAMA + "sharding=FSDP2; act_ckpt=none; mbs=2");
        assertThat(memoryVerdict.fits()).isFalse();
        assertThat(memoryVerdict.changes())
                .extracting(Change::what)
                .containsExactly("micro-batch 1", "recompute selectively", "2 tensor parts");
        assertThat(memoryVerdict.changes())
                .allSatisfy(
                        it -> assertThat(it.peak()).isLessThanOrEqualTo(memoryVerdict.usable()));
    }

    @Test
    void the_least_recomputation_that_fits_is_listed() {
        MemoryVerdict memoryVerdict =
                verdict(
                        LLAMA.replace("torchtitan", "Megatron-LM")
                                + "sharding=dist-opt; act_ckpt=none; mbs=1");
        assertThat(memoryVerdict.fits()).isFalse();
        assertThat(memoryVerdict.changes())
                .extracting(Change::what)
                .anySatisfy(it -> assertThat(it).matches("recompute [0-9]+ of 32 layers"));
    }

    @Test
    void sharding_is_listed_where_weights_do_not_fit() {
        MemoryVerdict memoryVerdict =
                verdict(
                        LLAMA.replace("torchtitan", "Megatron-LM")
                                + "sharding=none; act_ckpt=full; mbs=1");
        assertThat(memoryVerdict.changes())
                .extracting(Change::what)
                .contains("shard the optimizer over 8", "2 tensor parts");
    }

    @Test
    void several_changes_are_combined_where_no_single_one_suffices() {
        MemoryVerdict memoryVerdict =
                verdict(
                        LLAMA.replace(
                                                "layers=32; hidden=4096; heads=32",
                                                "layers=80; hidden=8192; heads=64")
                                        .replace("14336", "28672")
                                + "sharding=none; act_ckpt=none; mbs=8");
        assertThat(memoryVerdict.changes()).hasSize(1);
        assertThat(memoryVerdict.changes().getFirst().what())
                .startsWith("micro-batch 1, recompute all layers, shard");
        assertThat(memoryVerdict.changes().getFirst().peak())
                .isLessThanOrEqualTo(memoryVerdict.usable());
    }

    @Test
    void no_change_is_listed_where_none_suffices() {
        String giant = LLAMA.replace("hidden=4096", "hidden=400000").replace("14336", "1600000");
        MemoryVerdict memoryVerdict = verdict(giant + "sharding=none; act_ckpt=none; mbs=1");
        assertThat(memoryVerdict.fits()).isFalse();
        assertThat(memoryVerdict.isCertain()).isTrue();
        assertThat(memoryVerdict.changes()).isEmpty();
    }

    @Test
    void the_interval_is_wider_for_a_framework_without_measured_peaks() {
        MemoryVerdict known = verdict(LLAMA + "sharding=FSDP2; act_ckpt=full; mbs=1");
        MemoryVerdict unknown =
                verdict(
                        LLAMA.replace("torchtitan", "Megatron-LM")
                                + "sharding=dist-opt; act_ckpt=full; mbs=1");
        assertThat(width(unknown)).isGreaterThan(width(known));
        assertThat(known.peak().grounds().getFirst().sentence()).isEqualTo("51 measured peaks");
        assertThat(unknown.peak().grounds().getFirst().sentence())
                .isEqualTo("no peak of this framework was measured; 51 of others were");
    }

    private static double width(MemoryVerdict memoryVerdict) {
        return (double) memoryVerdict.peak().high().count() / memoryVerdict.peak().low().count();
    }

    private static MemoryVerdict verdict(String row) {
        return Rows.whole(COMPLETION, row).verdict();
    }
}
