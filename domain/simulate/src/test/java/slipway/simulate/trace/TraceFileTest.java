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
    void columns_stand_in_any_order_and_case_and_others_are_passed_over() {
        Path file = TinyFiles.file(folder, "a.csv", "Other,COUNT,name", "x,1,a", "y,2,b");
        assertThat(read(file)).containsExactly("a=1", "b=2");
    }

    @Test
    void blank_lines_comments_a_byte_order_mark_and_windows_ends_do_no_harm() {
        Path file =
                TinyFiles.file(
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
        Path file = TinyFiles.file(folder, "a.csv", "name,count", "\"a, \"\"b\"\"\",1");
        assertThat(read(file)).containsExactly("a, \"b\"=1");
    }

    @Test
    void gzip_is_seen_from_its_bytes_whatever_the_name_says() {
        Path packed = TinyFiles.file(folder, "a.csv", TinyFiles.packed("name,count", "a,1"));
        Path plain = TinyFiles.file(folder, "b.csv.gz", "name,count", "a,1");
        assertThat(read(packed)).isEqualTo(read(plain)).containsExactly("a=1");
    }

    @Test
    void every_slip_is_told_at_once_with_line_and_column() {
        Path file =
                TinyFiles.file(
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
    void after_a_hundred_slips_nobody_reads_on() {
        String[] lines = new String[1_000];
        Arrays.setAll(lines, at -> at == 0 ? "name,count" : "a,none");
        Problem problem = refused(TinyFiles.file(folder, "a.csv", lines));
        assertThat(problem.mistakes()).hasSize(100);
        assertThat(problem.next()).contains("Reading stopped there.");
    }

    @Test
    void a_missing_column_is_named_with_those_that_are_expected() {
        Problem problem = refused(TinyFiles.file(folder, "a.csv", "name,number", "a,1"));
        assertThat(problem.why())
                .contains("line 1", "The column count is missing", "name and count");
    }

    @Test
    void an_empty_file_is_told_what_should_stand_in_it() {
        assertThat(refused(TinyFiles.file(folder, "a.csv", "")).why())
                .contains("names the columns");
        assertThat(refused(TinyFiles.file(folder, "b.csv", new byte[0])).why())
                .contains("names the columns");
    }

    @Test
    void gzip_that_is_cut_off_is_a_problem_and_no_crash() {
        byte[] whole =
                TinyFiles.packed(
                        IntStream.range(0, 5_000)
                                .mapToObj(at -> "name,count" + at)
                                .toArray(String[]::new));
        Path file = TinyFiles.file(folder, "a.csv", Arrays.copyOf(whole, whole.length / 2));
        assertThat(refused(file).why()).containsAnyOf("cut off", "missing");
        Path header = TinyFiles.file(folder, "b.csv", Arrays.copyOf(whole, 5));
        assertThat(catchThrowableOfType(Problem.class, () -> read(header))).isNotNull();
    }

    @Test
    void text_that_is_not_utf8_is_a_problem() {
        byte[] text =
                "name,count\na,1\n\u00fcb,2\n"
                        .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(refused(TinyFiles.file(folder, "a.csv", text)).why()).contains("UTF-8");
    }

    @Test
    void a_line_without_end_fills_no_memory() {
        String line = "x".repeat(TraceLines.MAX_LINE_LENGTH + 1);
        assertThat(refused(TinyFiles.file(folder, "a.csv", "name,count", line)).why())
                .contains("line 2", "65,536 characters");
    }

    @Test
    void a_file_that_is_not_there_or_is_a_folder_is_said_so() {
        assertThat(refused(folder.resolve("none.csv")).code()).isEqualTo(Document.NO_SUCH_DOCUMENT);
        assertThat(refused(folder).code()).isEqualTo(Document.UNREADABLE_DOCUMENT);
    }
}
