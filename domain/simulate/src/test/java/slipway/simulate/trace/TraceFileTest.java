package slipway.simulate.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.spec.Document;
import slipway.spec.ValueType;
import slipway.testkit.Golden;

class TraceFileTest {

    private static final TraceFile SHEET = TraceFile.external(',', "name", "count");

    @TempDir private Path folder;

    private List<String> read(Path file) {
        List<String> rows = new ArrayList<>();
        SHEET.read(
                file,
                traceRow -> {
                    int count = traceRow.require("count", ValueType.wholeNumber(0), -1);
                    rows.add(traceRow.require("name", ValueType.line(), "") + "=" + count);
                });
        return rows;
    }

    private Problem refused(Path file) {
        Problem problem = catchThrowableOfType(Problem.class, () -> read(file));
        assertThat(problem).as("It was read").isNotNull();
        return problem;
    }

    @Test
    void columns_may_have_any_order_and_case_and_others_are_ignored() {
        Path file = TestFiles.file(folder, "a.csv", "Other,COUNT,name", "x,1,a", "y,2,b");
        assertThat(read(file)).containsExactly("a=1", "b=2");
    }

    @Test
    void blank_lines_comments_a_byte_order_mark_and_windows_line_ends_are_accepted() {
        Path file =
                TestFiles.file(
                        folder,
                        "a.csv",
                        "\ufeffname,count\r",
                        "# a remark",
                        "",
                        " a , 1 \r",
                        "b,2\r");
        assertThat(read(file)).containsExactly("a=1", "b=2");
    }

    @Test
    void a_cell_in_quotes_may_hold_the_separator_and_quotes() {
        Path file = TestFiles.file(folder, "a.csv", "name,count", "\"a, \"\"b\"\"\",1");
        assertThat(read(file)).containsExactly("a, \"b\"=1");
    }

    @Test
    void gzip_is_detected_by_its_first_bytes() {
        Path packed = TestFiles.file(folder, "a.csv", TestFiles.gzipped("name,count", "a,1"));
        Path plain = TestFiles.file(folder, "b.csv.gz", "name,count", "a,1");
        assertThat(read(packed)).isEqualTo(read(plain)).containsExactly("a=1");
    }

    @Test
    void all_mistakes_are_reported_at_once_with_line_and_column() {
        Path file =
                TestFiles.file(
                        folder,
                        "jobs.csv",
                        "name,count,extra",
                        "a,one,x",
                        "b,2",
                        "c,-1,x",
                        "\"d,4,x",
                        ",5,x",
                        "e,6,x",
                        "\"f\"g,7,x");
        Problem problem = refused(file);
        Golden.matches(
                "slips.txt", problem.what() + "\n" + problem.why() + "\n" + problem.next() + "\n");
        Mistake first = problem.mistakes().getFirst();
        assertThat(first.location().line()).isEqualTo(2);
        assertThat(first.location().column()).isEqualTo(3);
        assertThat(problem.kind().exitCode()).isEqualTo(2);
    }

    @Test
    void reading_stops_after_a_hundred_mistakes() {
        String[] lines = new String[1_000];
        Arrays.setAll(lines, at -> at == 0 ? "name,count" : "a,none");
        Problem problem = refused(TestFiles.file(folder, "a.csv", lines));
        assertThat(problem.mistakes()).hasSize(100);
        assertThat(problem.next()).contains("Reading stopped there.");
    }

    @Test
    void a_missing_column_is_named_with_those_that_are_expected() {
        Problem problem = refused(TestFiles.file(folder, "a.csv", "name,number", "a,1"));
        assertThat(problem.why())
                .contains("line 1", "The column count is missing", "name and count");
    }

    @Test
    void an_empty_file_is_a_problem_that_names_the_columns() {
        assertThat(refused(TestFiles.file(folder, "a.csv", "")).why())
                .contains("names the columns");
        assertThat(refused(TestFiles.file(folder, "b.csv", new byte[0])).why())
                .contains("names the columns");
    }

    @Test
    void truncated_gzip_is_a_problem() {
        byte[] whole =
                TestFiles.gzipped(
                        IntStream.range(0, 5_000)
                                .mapToObj(at -> "name,count" + at)
                                .toArray(String[]::new));
        Path file = TestFiles.file(folder, "a.csv", Arrays.copyOf(whole, whole.length / 2));
        assertThat(refused(file).why()).containsAnyOf("cut off", "missing");
        Path header = TestFiles.file(folder, "b.csv", Arrays.copyOf(whole, 5));
        assertThat(catchThrowableOfType(Problem.class, () -> read(header))).isNotNull();
    }

    @Test
    void text_that_is_not_utf8_is_a_problem() {
        byte[] text =
                "name,count\na,1\n\u00fcb,2\n"
                        .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(refused(TestFiles.file(folder, "a.csv", text)).why()).contains("UTF-8");
    }

    @Test
    void an_endless_line_does_not_fill_the_memory() {
        String line = "x".repeat(TraceLines.MAX_LINE_LENGTH + 1);
        assertThat(refused(TestFiles.file(folder, "a.csv", "name,count", line)).why())
                .contains("line 2", "65,536 characters");
    }

    @Test
    void a_missing_file_or_a_folder_is_a_problem() {
        assertThat(refused(folder.resolve("none.csv")).code()).isEqualTo(Document.NO_SUCH_DOCUMENT);
        assertThat(refused(folder).code()).isEqualTo(Document.UNREADABLE_DOCUMENT);
    }
}
