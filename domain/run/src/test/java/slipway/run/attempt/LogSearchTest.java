package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogSearchTest {

    @TempDir private Path directory;
    private Path folder = Path.of("nowhere");
    private AttemptLogReader log = new AttemptLogReader(Path.of("nowhere"), 0);

    @BeforeEach
    void open() throws IOException {
        folder = Files.createDirectory(directory.resolve("log"));
        log = new AttemptLogReader(directory, 0);
    }

    private List<LogSearch.Line> all(String pattern, int most) {
        var lines = new ArrayList<LogSearch.Line>();
        Optional<Long> at = Optional.of(0L);
        while (at.isPresent()) {
            LogSearch.Found found = LogSearch.search(log, BoundedRegex.of(pattern), at.get(), most);
            lines.addAll(found.lines());
            at = found.next();
        }
        return lines;
    }

    @Test
    void lines_are_found_in_all_pieces_in_order_with_their_positions() throws IOException {
        Files.writeString(folder.resolve("0.0"), "loss 1\nother\n");
        Files.writeString(folder.resolve("0.13"), "loss 2\n\u001b[31mloss 3\u001b[0m");
        Files.writeString(folder.resolve("0"), "\nloss 4");
        assertThat(all("loss", 100))
                .extracting(LogSearch.Line::at, LogSearch.Line::text)
                .containsExactly(
                        tuple(0L, "loss 1"),
                        tuple(13L, "loss 2"),
                        tuple(20L, "loss 3"),
                        tuple(36L, "loss 4"));
        assertThat(all("loss", 1)).isEqualTo(all("loss", 100));
    }

    @Test
    void a_long_log_is_searched_to_its_end() throws IOException {
        Files.writeString(folder.resolve("0"), ("x".repeat(1_000) + "\n").repeat(1_000) + "end");
        assertThat(all("^end$", 10)).hasSize(1);
        assertThat(all("^x+$", 10)).hasSize(1_000);
    }

    @Test
    void a_catastrophic_expression_is_abandoned() throws IOException {
        Files.writeString(folder.resolve("0"), ("a".repeat(60) + "!\n").repeat(200) + "aaa\n");
        assertThat(all("^(a+)+$", 10)).extracting(LogSearch.Line::text).containsExactly("aaa");
    }

    @Test
    void an_empty_log_has_no_matching_lines() {
        assertThat(all(".", 10)).isEmpty();
    }
}
