package slipway.surface.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LocalTokenTest {

    private static final Path DATA = Path.of("data");

    @Test
    void a_full_disk_is_no_matter_of_rights() {
        var full = new FileSystemException("local.token.new", null, "No space left on device");
        assertThat(LocalToken.notWritten(DATA, full).getMessage())
                .contains("The disk is full. Make room")
                .doesNotContain("right");
    }

    @Test
    void a_missing_right_is_asked_for() {
        var denied = new AccessDeniedException("local.token.new");
        assertThat(LocalToken.notWritten(DATA, denied).next()).contains("the right to write there");
    }
}
