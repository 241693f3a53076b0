package slipway.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.SourceLocation;
import slipway.base.text.UntrustedText;

class DocumentTest {

    @Test
    void every_key_and_value_knows_its_line_and_column() {
        var root =
                (DocumentNode.Block)
                        Document.of("a.yaml", "one: 1\ntwo:\n  - x\n  - {three: 'y'}\n")
                                .root()
                                .orElseThrow();
        assertEquals(new SourceLocation("a.yaml", 1, 6), root.entries().get(0).value().location());
        DocumentNode.Entry two = root.entries().get(1);
        assertEquals(new SourceLocation("a.yaml", 2, 1), two.location());
        var items = (DocumentNode.Items) two.value();
        assertEquals(new SourceLocation("a.yaml", 3, 5), items.items().get(0).location());
        var three = ((DocumentNode.Block) items.items().get(1)).entries().getFirst();
        assertEquals(new SourceLocation("a.yaml", 4, 6), three.location());
        assertEquals(
                new DocumentNode.Value(new SourceLocation("a.yaml", 4, 13), "y", true),
                three.value());
    }

    @Test
    void an_empty_text_is_an_empty_block() {
        for (String text : List.of("", "\n", "# only a remark\n", "---\n", "~", "\ufeff# bom\n")) {
            DocumentNode root = Document.of("a.yaml", text).root().orElseThrow();
            assertEquals(List.of(), ((DocumentNode.Block) root).entries(), text);
        }
    }

    @Test
    void a_mark_at_the_beginning_of_the_file_is_no_part_of_the_first_key() {
        var root =
                (DocumentNode.Block) Document.of("a.yaml", "\ufeffport: 1\n").root().orElseThrow();
        assertEquals("port", root.entries().getFirst().key());
    }

    @Test
    void broken_yaml_is_explained_at_the_line_to_correct() {
        assertEquals("line 2 A tab cannot indent YAML. Use spaces.", wrong("a:\n\tb: 1\n"));
        assertEquals(
                "line 1 There is a colon too many, or the line is indented too far. A text with \": \" needs quotes.",
                wrong("a: b: c\n"));
        assertEquals(
                "line 2 A key needs a colon and a space after it, as in \"key: value\".",
                wrong("a: 1\nb\nc: 2\n"));
        assertEquals(
                "line 2 A key needs a colon and a space after it, as in \"key: value\".",
                wrong("a: 1\nb:2\nc: 2\n"));
        assertEquals("line 1 A quote is opened here and never closed.", wrong("a: 'x\nb: 1\n"));
        assertEquals("line 1 A value cannot begin with @. Put it in quotes.", wrong("a: @x\n"));
        assertEquals(
                "line 2 The [ or { that is opened here is not closed, or a comma is missing in it.",
                wrong("a: 1\nb: [1, 2\nc: 3\n"));
        assertEquals(
                "line 1 In double quotes \\ must be written \\\\. Single quotes take it as it is.",
                wrong("a: \"\\q\"\n"));
        assertEquals(
                "line 3 This line is indented unlike the lines of its block above.",
                wrong("a:\n    b: 1\n  c: 2\n"));
        assertEquals(
                "line 1 Only YAML 1.2 is read. Remove the line that begins with %YAML.",
                wrong("%YAML 3.0\n---\na: 1\n"));
        assertEquals(
                "line 2 A second document begins here. Write one in a file.",
                wrong("a: 1\n---\nb: 2\n"));
        assertEquals("line 3 The document has ended before this line.", wrong("a: 1\n...\njunk\n"));
        assertEquals(
                "line 2 The character U+0007 is not allowed in a text file. Remove it.",
                wrong("a: 1\nb: \u0007\n"));
        assertEquals(
                "line 1 A key is a word, not a list, a block or an alias.",
                wrong("? [a, b]\n: c\n"));
        assertEquals(
                "line 1 The tag \"!secret\" means nothing here. Remove it.",
                wrong("a: !secret b\n"));
    }

    @Test
    void aliases_are_rejected_so_that_a_short_text_cannot_become_a_huge_tree() {
        assertEquals(
                "line 2 *x: aliases are not read here. Write the value itself.",
                wrong("a: &x 1\nb: *x\n"));
        String laughs = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n";
        assertEquals(4, Document.of("a.yaml", laughs).mistakes().size());
    }

    @Test
    void a_key_written_twice_is_reported_and_the_rest_is_still_checked() {
        Document twice = Document.of("a.yaml", "port: 1\nhost: x\nport: 2\n");
        assertEquals(
                List.of(
                        new Mistake(
                                new SourceLocation("a.yaml", 3, 1),
                                "port",
                                "written twice, first on line 1. Keep one.")),
                twice.mistakes());
        assertThat(twice.root()).isPresent();
        assertEquals(
                "line 3 a.b: written twice, first on line 2. Keep one.",
                wrong("a:\n  b: 1\n  b: 2\n"));
    }

    @Test
    void text_that_is_not_utf_8_is_reported_so_with_its_line() {
        byte[] latin = "a: 1\nb: \u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        Document document = Document.of("a.yaml", latin, DocumentLimits.DEFAULT);
        assertEquals(
                List.of(
                        new Mistake(
                                new SourceLocation("a.yaml", 2, 4),
                                "",
                                "The text is not UTF-8. Save it as UTF-8.")),
                document.mistakes());
        assertEquals(Optional.empty(), document.root());
    }

    @Test
    void a_text_beyond_a_limit_is_rejected() {
        var documentLimits = new DocumentLimits(50, 3, 10);
        assertThat(Document.of("a.yaml", "a".repeat(51), documentLimits).mistakes().toString())
                .contains("longer than 50 bytes");
        assertThat(Document.of("a.yaml", "[[[[1]]]]", documentLimits).mistakes().toString())
                .contains("more than 3 times");
        assertThat(
                        Document.of("a.yaml", "[1,2,3,4,5,6,7,8,9,0]", documentLimits)
                                .mistakes()
                                .toString())
                .contains("more than 10 keys and values");
    }

    @Test
    void a_file_that_is_not_there_or_is_a_folder_is_a_problem(@TempDir Path folder)
            throws IOException {
        Problem missing =
                assertThrows(Problem.class, () -> Document.read(folder.resolve("job.yaml")));
        assertEquals("no-such-document", missing.code().name());
        Problem unreadable = assertThrows(Problem.class, () -> Document.read(folder));
        assertEquals("It is a folder.", unreadable.why());
        Files.writeString(folder.resolve("job.yaml"), "a: 1\n");
        assertEquals("job.yaml", Document.read(folder.resolve("job.yaml")).name());
    }

    @Test
    void a_strangers_text_cannot_steer_the_terminal_or_fill_the_screen() {
        assertEquals("\"a\\u001b[31m\\n\"", UntrustedText.quoted("a\u001b[31m\n"));
        assertEquals("\"" + "x".repeat(60) + "…\"", UntrustedText.quoted("x".repeat(100_000)));
        assertEquals("\"a\\u202eb\"", UntrustedText.key("a\u202eb"));
    }

    private static String wrong(String text) {
        return Document.of("a.yaml", text).mistakes().stream()
                .map(mistake -> "line " + mistake.location().line() + " " + mistake.sentence())
                .collect(Collectors.joining("; "));
    }

    @Test
    void an_escape_without_its_digits_is_a_mistake() {
        for (String text : List.of("\"\\x", "a: \"\\UFFFFFFFF\"", "\"\\u12")) {
            assertThat(Document.of("job.yaml", text).mistakes()).as(text).isNotEmpty();
        }
    }
}
