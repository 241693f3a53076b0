package slipway.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.ProblemKind;

class ModelCatalogTest {

    private final ModelCatalog modelCatalog = Catalog.bundled().models();

    @Test
    void every_model_has_as_many_parameters_as_its_authors_say() {
        for (ModelCatalog.ModelRow listed : modelCatalog.modelRows()) {
            String[] said = listed.publishedSize().orElseThrow().split("/", -1);
            Architecture model = listed.architecture();
            assertThat(model.parameters() / 1e9)
                    .as(listed.name())
                    .isBetween(billions(said[0]) * 0.99, billions(said[0]) * 1.01);
            if (said.length == 2) {
                assertThat(List.of(model.activeParameters(), model.multipliedParameters()))
                        .as(listed.name() + " active")
                        .anyMatch(count -> agrees(count / 1e9, said[1]));
            } else {
                assertEquals(model.parameters(), model.activeParameters(), listed.name());
            }
        }
        assertThat(modelCatalog.all()).hasSizeGreaterThan(80);
    }

    /** To one part in a hundred, or to the last digit published, which some authors round and some cut off. */
    private static boolean agrees(double count, String said) {
        double published = billions(said);
        int point = said.indexOf('.');
        double digits = point < 0 ? 1 : Math.pow(10, said.length() - 2.0 - point);
        double last = count * digits;
        return Math.abs(count - published) <= published * 0.01
                || Math.round(last) == Math.round(published * digits)
                || (long) last == Math.round(published * digits);
    }

    private static double billions(String said) {
        return Double.parseDouble(said.replace("B", ""));
    }

    @Test
    void the_totals_that_everybody_quotes_come_out() {
        assertEquals(8_030_261_248L, modelCatalog.named("llama-3-8b").parameters());
        assertEquals(46_702_792_704L, modelCatalog.named("mixtral-8x7b").parameters());
        assertEquals(12_879_925_248L, modelCatalog.named("mixtral-8x7b").activeParameters());
        assertEquals(124_439_808L, modelCatalog.named("gpt2").parameters());
        assertEquals(671_026_404_352L, modelCatalog.named("deepseek-v3").parameters());
    }

    @Test
    void a_name_is_known_with_its_owner_in_other_letters_and_with_what_was_done_to_it() {
        for (String name :
                List.of(
                        "meta-llama/Llama-3.1-8B",
                        "meta-llama/Meta-Llama-3.1-8B-Instruct",
                        "LLAMA_3.1_8b",
                        "llama3.1-8b",
                        "nvidia/Llama-3.1-8B-Instruct-FP8")) {
            assertEquals("llama-3.1-8b", modelCatalog.named(name).name(), name);
        }
        assertEquals("deepseek-v3", modelCatalog.named("deepseek-ai/DeepSeek-R1").name());
        assertEquals("qwen3-32b", modelCatalog.named("Qwen/Qwen3-VL-32B-Thinking").name());
    }

    @Test
    void a_name_that_is_not_known_is_answered_with_the_nearest() {
        var problem = assertThrows(Problem.class, () -> modelCatalog.named("lama-3-8b"));
        assertEquals(ProblemKind.NOT_FOUND, problem.kind());
        assertThat(problem.getMessage()).contains("\"lama-3-8b\"").contains("llama-3-8b?");
        assertThat(modelCatalog.find("frobnicator")).isEmpty();
        assertThat(modelCatalog.find("")).isEmpty();
    }

    @Test
    void no_two_models_share_a_name() {
        var names = new TreeMap<String, String>();
        for (ModelCatalog.ModelRow listed : modelCatalog.modelRows()) {
            for (String name : listed.aliases()) {
                assertThat(names.put(ModelCatalog.normalize(name), listed.name()))
                        .as(name)
                        .isNull();
            }
            assertThat(names.put(ModelCatalog.normalize(listed.name()), listed.name()))
                    .as(listed.name())
                    .isNull();
        }
    }

    @Test
    void plain_numbers_make_the_same_model_as_its_name() {
        var read =
                ModelCatalog.fromNumbers(
                        "mine",
                        numbers(
                                "layers=32 hidden=4096 heads=32 kv_heads=8 ffn=14336"
                                        + " vocabulary=128256 context=8192"));
        assertEquals(modelCatalog.named("llama-3-8b").parameters(), read.parameters());
        assertEquals("mine", read.name());
    }

    @Test
    void all_that_is_wrong_in_plain_numbers_is_reported_at_once() {
        var problem =
                assertThrows(
                        Problem.class,
                        () ->
                                ModelCatalog.fromNumbers(
                                        "mine",
                                        numbers(
                                                "layers=0 hidden=4k heads=-3 ffn=NaN vocabulary=1e5 hiden=5"
                                                        + " norm=batch tied=maybe kv_heads=99999999999999999999")));
        assertEquals("bad-architecture", problem.code().name());
        assertThat(said(problem))
                .containsExactlyInAnyOrder(
                        "layers: \"0\" is not a whole number from 1 to 10,000.",
                        "hidden: \"4k\" is not a whole number from 1 to 10,000,000.",
                        "heads: \"-3\" is not a whole number from 1 to 1,000,000.",
                        "ffn: \"NaN\" is not a whole number from 1 to 10,000,000.",
                        "vocabulary: \"1e5\" is not a whole number from 1 to 1,000,000,000.",
                        "kv_heads: \"99999999999999999999\" is not a whole number from 1 to 1,000,000.",
                        "context: It is missing: a whole number from 1 to 1,000,000,000.",
                        "norm: \"batch\" is not rms or layer.",
                        "tied: \"maybe\" is not yes or no.",
                        "hiden: There is no such number. Did you mean hidden?");
    }

    @Test
    void numbers_that_do_not_fit_each_other_are_reported_with_both_of_them() {
        assertThat(wrong("heads=32 kv_heads=5"))
                .containsExactly("kv_heads: 32 heads cannot be shared evenly by 5.");
        // A placeholder for a wrong number causes no further mistakes.
        assertThat(wrong("heads=0 kv_heads=5"))
                .containsExactly("heads: \"0\" is not a whole number from 1 to 1,000,000.");
        assertThat(wrong("heads=30"))
                .containsExactly(
                        "heads: hidden 4096 cannot be divided by 30 heads."
                                + " Give head_dim if a head is not hidden / heads wide.");
        assertThat(wrong("heads=30 head_dim=128")).isEmpty();
        assertThat(wrong("experts=8 active_experts=9"))
                .containsExactly("active_experts: 9 of 8 experts cannot be active.");
        assertThat(wrong("experts=8"))
                .containsExactly(
                        "active_experts: It is missing: a whole number from 1 to 1,000,000.");
        assertThat(wrong("active_experts=2"))
                .containsExactly(
                        "active_experts: It belongs to experts, but experts is not given.");
        assertThat(wrong("experts=8 active_experts=2 dense_layers=33"))
                .containsExactly("dense_layers: 33 of 32 layers cannot be dense.");
        assertThat(wrong("kv_rank=512 rope_dim=64 nope_dim=128"))
                .containsExactly("value_dim: It is missing: a whole number from 1 to 10,000,000.");
        assertThat(wrong("rope_dim=64"))
                .containsExactly(
                        "rope_dim: It belongs to latent attention, but kv_rank is not given.");
        assertThat(wrong("full_every=2"))
                .containsExactly(
                        "full_every: It says which layers have no window, but window is not given.");
        assertThat(wrong("hidden=10000000 ffn=10000000 experts=1000000 active_experts=1"))
                .containsExactly(
                        "These numbers make a model with more weights than can be counted.");
    }

    private static List<String> wrong(String changes) {
        var numbers =
                numbers("layers=32 hidden=4096 heads=32 ffn=14336 vocabulary=128256 context=8192");
        numbers.putAll(numbers(changes));
        try {
            ModelCatalog.fromNumbers("mine", numbers);
            return List.of();
        } catch (Problem problem) {
            return said(problem);
        }
    }

    private static List<String> said(Problem problem) {
        return problem.mistakes().stream().map(Mistake::sentence).toList();
    }

    private static Map<String, String> numbers(String text) {
        var numbers = new TreeMap<String, String>();
        Arrays.stream(text.split(" +", -1))
                .map(pair -> pair.split("=", 2))
                .forEach(pair -> numbers.put(pair[0], pair[1]));
        return numbers;
    }
}
