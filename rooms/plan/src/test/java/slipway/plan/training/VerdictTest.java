package slipway.plan.training;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import slipway.catalog.Catalog;
import slipway.plan.training.Verdict.Change;

class VerdictTest {

    private static final Completion COMPLETION = new Completion(Catalog.bundled());

    private static final String LLAMA =
            """
            framework=torchtitan; model=llama3-8b; layers=32; hidden=4096; heads=32; kv_heads=8;
            ffn=14336; vocab=128256; gated_mlp=1; seq=8192; accelerator=H100-SXM-80GB; n_acc=8;
            acc_per_node=8; tp=1; gbs=64;
            """;

    @Test
    void what_fits_needs_no_change() {
        Verdict verdict = verdict(LLAMA + "sharding=FSDP2; act_ckpt=full; mbs=1");
        assertThat(verdict.fits()).isTrue();
        assertThat(verdict.isSure()).isTrue();
        assertThat(verdict.changes()).isEmpty();
        assertThat(verdict.margin().low().bytes()).isPositive();
        assertThat(verdict.parts().sum()).isEqualTo(verdict.peak().value());
    }

    @Test
    void what_barely_fits_is_not_sure() {
        Verdict verdict = verdict(LLAMA + "sharding=FSDP2; act_ckpt=full; mbs=1; seq=20000");
        assertThat(verdict.fits()).isTrue();
        assertThat(verdict.isSure()).isFalse();
        assertThat(verdict.margin().value().bytes()).isPositive();
        assertThat(verdict.margin().low().bytes()).isNegative();
    }

    @Test
    void what_does_not_fit_is_told_each_change_that_helps_alone() {
        Verdict verdict = verdict(LLAMA + "sharding=FSDP2; act_ckpt=none; mbs=2");
        assertThat(verdict.fits()).isFalse();
        assertThat(verdict.changes())
                .extracting(Change::what)
                .containsExactly("micro-batch 1", "recompute selectively", "2 tensor parts");
        assertThat(verdict.changes())
                .allSatisfy(it -> assertThat(it.peak()).isLessThanOrEqualTo(verdict.room()));
    }

    @Test
    void a_framework_without_choice_is_told_to_recompute_just_enough() {
        Verdict verdict =
                verdict(
                        LLAMA.replace("torchtitan", "Megatron-LM")
                                + "sharding=dist-opt; act_ckpt=none; mbs=1");
        assertThat(verdict.fits()).isFalse();
        assertThat(verdict.changes())
                .extracting(Change::what)
                .anySatisfy(it -> assertThat(it).matches("recompute [0-9]+ of 32 layers"));
    }

    @Test
    void weights_that_are_too_many_are_shared_out() {
        Verdict verdict =
                verdict(
                        LLAMA.replace("torchtitan", "Megatron-LM")
                                + "sharding=none; act_ckpt=full; mbs=1");
        assertThat(verdict.changes())
                .extracting(Change::what)
                .contains("shard the optimizer over 8", "2 tensor parts");
    }

    @Test
    void where_no_change_helps_alone_several_are_put_together() {
        Verdict verdict =
                verdict(
                        LLAMA.replace(
                                                "layers=32; hidden=4096; heads=32",
                                                "layers=80; hidden=8192; heads=64")
                                        .replace("14336", "28672")
                                + "sharding=none; act_ckpt=none; mbs=8");
        assertThat(verdict.changes()).hasSize(1);
        assertThat(verdict.changes().getFirst().what())
                .startsWith("micro-batch 1, recompute all layers, shard");
        assertThat(verdict.changes().getFirst().peak()).isLessThanOrEqualTo(verdict.room());
    }

    @Test
    void what_no_change_can_save_is_told_none() {
        String giant = LLAMA.replace("hidden=4096", "hidden=400000").replace("14336", "1600000");
        Verdict verdict = verdict(giant + "sharding=none; act_ckpt=none; mbs=1");
        assertThat(verdict.fits()).isFalse();
        assertThat(verdict.isSure()).isTrue();
        assertThat(verdict.changes()).isEmpty();
    }

    @Test
    void where_nobody_measured_a_framework_the_interval_is_wider_and_says_so() {
        Verdict known = verdict(LLAMA + "sharding=FSDP2; act_ckpt=full; mbs=1");
        Verdict unknown =
                verdict(
                        LLAMA.replace("torchtitan", "Megatron-LM")
                                + "sharding=dist-opt; act_ckpt=full; mbs=1");
        assertThat(width(unknown)).isGreaterThan(width(known));
        assertThat(known.peak().restsOn().getFirst().sentence()).isEqualTo("51 measured peaks");
        assertThat(unknown.peak().restsOn().getFirst().sentence())
                .isEqualTo("no peak of this framework was measured; 51 of others were");
    }

    private static double width(Verdict verdict) {
        return (double) verdict.peak().high().count() / verdict.peak().low().count();
    }

    private static Verdict verdict(String row) {
        return Rows.whole(COMPLETION, row).verdict();
    }
}
