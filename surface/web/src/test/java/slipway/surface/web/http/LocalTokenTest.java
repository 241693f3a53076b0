package slipway.surface.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LocalTokenTest {

    private static final Path DATA = Path.of("data");

    @Test
    void a_full_disk_is_not_reported_as_a_missing_permission() {
        var full = new FileSystemException("local.token.new", null, "No space left on device");
        assertThat(LocalToken.notWritten(DATA, full).getMessage())
                .contains("The disk is full. Free some disk space")
                .doesNotContain("permission");
    }

    @Test
    void a_missing_permission_is_reported() {
        var denied = new AccessDeniedException("local.token.new");
        assertThat(LocalToken.notWritten(DATA, denied).next()).contains("write permission");
    }
}
