package slipway.surface.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.Document;
import slipway.surface.api.json.ListPage;
import slipway.testkit.Generator;
import slipway.testkit.Property;

class CursorPagingTest {

    private static final BlockSchema QUERY = BlockSchema.of(CursorPaging.LIMIT, CursorPaging.AFTER);

    private static BlockValues query(String yaml) {
        return QUERY.read(Document.of("query", yaml), "Nothing.");
    }

    @Test
    void a_cursor_decodes_to_its_text() {
        Generator<String> texts = Generator.strings().filter(text -> !text.isEmpty());
        Property.holds(
                texts,
                text -> {
                    String cursor = CursorPaging.cursor(text);
                    assertThat(cursor).matches("[A-Za-z0-9_-]+");
                    assertEquals(text, CursorPaging.decode(cursor));
                    assertEquals(
                            Optional.of(text),
                            CursorPaging.lastSeen(query("after: '" + cursor + "'")));
                });
    }

    @Test
    void any_other_text_is_a_bad_cursor() {
        Property.holds(
                1_000,
                Generator.oneOf(Generator.strings(), Generator.strings("AMTo_-=+/ 19", 0, 30)),
                text -> {
                    try {
                        assertThat(CursorPaging.decode(text)).isNotEmpty();
                    } catch (Problem problem) {
                        assertEquals(CursorPaging.BAD_CURSOR, problem.code());
                    }
                });
        for (String bad : List.of("", "A", "MTo", "MTr_", "====", "2:x", "éé")) {
            assertThatThrownBy(() -> CursorPaging.decode(bad)).as(bad).isInstanceOf(Problem.class);
        }
    }

    @Test
    void a_key_that_no_cursor_can_hold_is_a_bug() {
        assertThatThrownBy(() -> CursorPaging.cursor("a".repeat(400)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CursorPaging.cursor(""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_pages_of_a_list_together_are_the_list() {
        Property.holds(
                Generator.strings("abc", 1, 3).list(0, 40).zip(Generator.ints(1, 7), List::of),
                drawn -> {
                    var names = new TreeSet<String>();
                    ((List<?>) drawn.getFirst()).forEach(name -> names.add((String) name));
                    int limit = (int) drawn.getLast();
                    List<String> seen = new ArrayList<>();
                    Optional<String> next = Optional.empty();
                    do {
                        BlockValues query =
                                query(
                                        "limit: "
                                                + limit
                                                + next.map(c -> "\nafter: " + c).orElse(""));
                        var rest =
                                CursorPaging.lastSeen(query)
                                        .map(last -> names.tailSet(last, false))
                                        .orElse(names);
                        ListPage<String> listPage =
                                CursorPaging.page(query, List.copyOf(rest), Function.identity());
                        assertThat(listPage.items().size()).isLessThanOrEqualTo(limit);
                        seen.addAll(listPage.items());
                        next = listPage.next();
                    } while (next.isPresent());
                    assertEquals(List.copyOf(names), seen);
                });
    }
}
