package slipway.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ShellQuoteTest {

    @Test
    void a_value_is_shown_as_one_word_of_a_shell() {
        assertThat(ShellQuote.of(Path.of("/srv/slipway-2"))).isEqualTo("/srv/slipway-2");
        assertThat(ShellQuote.of(Path.of("/srv/my data"))).isEqualTo("'/srv/my data'");
        assertThat(ShellQuote.of(Path.of("/srv/it's"))).isEqualTo("'/srv/it'\\''s'");
        assertThat(ShellQuote.of("")).isEqualTo("''");
        assertThat(ShellQuote.of("lr=3e-4,n=%d")).isEqualTo("lr=3e-4,n=%d");
        assertThat(ShellQuote.always("plain")).isEqualTo("'plain'");
    }
}
