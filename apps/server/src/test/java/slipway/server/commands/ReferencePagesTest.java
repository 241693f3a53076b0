package slipway.server.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.ProblemCode;

class ReferencePagesTest {

    @Test
    void the_reference_in_the_checkout_is_up_to_date() throws IOException {
        Path folder =
                Path.of(System.getProperty("slipway.checkout", "")).resolve(ReferencePages.FOLDER);
        for (Map.Entry<String, String> page : ReferencePages.all().entrySet()) {
            Path file = folder.resolve(page.getKey());
            assertThat(Files.exists(file) ? Files.readString(file) : "")
                    .as("%s is stale. Write it anew with: ./slipway reference", page.getKey())
                    .isEqualTo(page.getValue());
        }
    }

    @Test
    void problem_codes_of_every_module_are_found_and_none_of_tests() {
        assertThat(ProblemCodeList.onClassPath().stream().map(ProblemCode::name))
                .contains("invalid-document", "invalid-configuration", "no-checkout", "bug")
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void the_command_writes_every_page(@TempDir Path checkout) throws IOException {
        int exit =
                new TestProgram(Map.of(), checkout, checkout)
                        .run("reference", "--into", checkout.toString());
        assertEquals(0, exit);
        for (Map.Entry<String, String> page : ReferencePages.all().entrySet()) {
            assertEquals(
                    page.getValue(),
                    Files.readString(checkout.resolve("docs/reference/" + page.getKey())));
        }
    }
}
