package slipway.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Mistake;
import slipway.base.Problem;

class ShorthandTypeTest {

    private static final SpecKey<Integer> GUARANTEE =
            SpecKey.of("guarantee", ValueType.wholeNumber(0), "Its own.");
    private static final SpecKey<Integer> LIMIT =
            SpecKey.of("limit", ValueType.wholeNumber(0), "At most.");
    private static final ValueType<BlockValues> QUOTA =
            BlockSchema.of(GUARANTEE, LIMIT).orShorthand(GUARANTEE);
    private static final SpecKey<BlockValues> H100 = SpecKey.of("h100", QUOTA, "Of this type.");
    private static final BlockSchema SHAPE = BlockSchema.of(H100);

    @Test
    void a_value_alone_is_for_the_key_that_is_mostly_written() {
        BlockValues brief = read("h100: 16\n").get(H100);
        assertEquals(16, brief.get(GUARANTEE));
        assertEquals(Optional.empty(), brief.find(LIMIT));
        assertEquals(1, brief.location(GUARANTEE).line());
    }

    @Test
    void the_whole_block_can_be_written_as_well() {
        BlockValues whole = read("h100: {guarantee: 16, limit: 32}\n").get(H100);
        assertEquals(16, whole.get(GUARANTEE));
        assertEquals(32, whole.get(LIMIT));
    }

    @Test
    void what_is_neither_is_a_mistake_with_its_place() {
        assertEquals("h100.guarantee: \"many\" is not a whole number ≥ 0.", mistake("h100: many"));
        assertEquals("h100.limt: no such key. Did you mean limit?", mistake("h100: {limt: 3}"));
        assertThat(mistake("h100: [16]")).startsWith("h100: a list is not a block of keys");
    }

    @Test
    void its_schema_allows_both() {
        assertThat(QUOTA.schema().path("anyOf").size()).isEqualTo(2);
        assertThat(QUOTA.schema().path("anyOf").path(0).path("type").asString())
                .isEqualTo("integer");
    }

    @Test
    void it_is_brief_only_by_a_key_that_it_has() {
        assertThrows(
                IllegalArgumentException.class, () -> BlockSchema.of(LIMIT).orShorthand(GUARANTEE));
    }

    private static BlockValues read(String text) {
        return SHAPE.read(Document.of("quota.yaml", text), "Nothing was done.");
    }

    private static String mistake(String text) {
        Problem problem = assertThrows(Problem.class, () -> read(text));
        Mistake only = problem.mistakes().getFirst();
        assertThat(problem.mistakes()).hasSize(1);
        return only.sentence();
    }
}
