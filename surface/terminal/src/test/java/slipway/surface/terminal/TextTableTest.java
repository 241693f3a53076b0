package slipway.surface.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import org.junit.jupiter.api.Test;
import slipway.testkit.Generator;
import slipway.testkit.Golden;
import slipway.testkit.Property;

class TextTableTest {

    private static TerminalCapabilities capabilities(int width, boolean color, boolean utf8) {
        return new TerminalCapabilities(width, true, true, true, color, utf8);
    }

    private static TextTable people() {
        return TextTable.of(whole("NAME"), text("SHOWN AS"), number("TOKENS"), text("TEAMS"))
                .row("mira", "Mira Lindqvist", 3, "lead in language, member in vision and product")
                .row("kofi", "Kofi Añez", 12, "member in vision")
                .row("li-wei", "李薇 (Vision 👩‍🔬)", 1, new TableCell(Tone.WARNING, "none yet"))
                .row("rami", "رامي", 184_907, "a\u001b[31m\nb\u202etxt.exe");
    }

    @Test
    void a_table_fits_40_80_and_120_columns() {
        for (int width : List.of(40, 80, 120)) {
            Golden.matches(
                    "table-" + width + ".txt", people().format(capabilities(width, false, true)));
        }
    }

    @Test
    void a_table_is_readable_without_utf8() {
        Golden.matches("table-ascii.txt", people().format(capabilities(80, false, false)));
        assertThat(people().format(capabilities(80, false, false))).matches("\\p{ASCII}*");
    }

    @Test
    void a_pipe_receives_unshortened_texts() {
        assertThat(people().format(capabilities(TerminalCapabilities.UNLIMITED, false, true)))
                .contains("lead in language, member in vision and product");
    }

    @Test
    void colors_do_not_move_columns() {
        String plain = people().format(capabilities(80, false, true));
        String colored = people().format(capabilities(80, true, true));
        assertThat(colored).isNotEqualTo(plain);
        assertThat(colored.replaceAll("\u001b\\[[0-9]+m", "")).isEqualTo(plain);
    }

    @Test
    void a_table_without_rows_is_empty() {
        assertThat(TextTable.of(text("NAME")).format(capabilities(80, false, true))).isEmpty();
    }

    @Test
    void a_row_has_a_value_for_each_column() {
        assertThatThrownBy(() -> TextTable.of(text("NAME")).row("a", "b"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void no_line_is_wider_than_the_terminal() {
        Property.holds(
                Generator.strings().list(1, 9).zip(Generator.ints(30, 130), Sample::new),
                sample -> {
                    var table = TextTable.of(whole("A"), text("LONGER"), text("C"));
                    sample.texts().forEach(it -> table.row(it.length(), it, it));
                    String formatted = table.format(capabilities(sample.width(), false, true));
                    assertThat(formatted.lines())
                            .allMatch(line -> DisplayWidth.of(line) <= sample.width());
                });
    }

    private record Sample(List<String> texts, int width) {}
}
