package slipway.signon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static slipway.signon.LocalPath.orHome;

import java.util.List;
import org.junit.jupiter.api.Test;

class LocalPathTest {

    @Test
    void a_path_of_this_server_is_kept() {
        for (String path :
                List.of(
                        "/",
                        "/workloads",
                        "/workloads/bert?tab=log&from=//x#line-7",
                        "/files/a.b/..c?next=%2Fruns",
                        "/teams/m%C3%BCnchen")) {
            assertEquals(path, orHome(path));
        }
    }

    @Test
    void any_path_that_could_lead_elsewhere_is_replaced_by_home() {
        for (String trick :
                List.of(
                        "",
                        "runs",
                        "//evil.example",
                        "///evil.example",
                        "/\\evil.example",
                        "\\\\evil.example",
                        "/runs\\..\\x",
                        "https://evil.example",
                        "https:/evil.example",
                        "javascript:alert(1)",
                        " /runs",
                        "/ru ns",
                        "/\t/evil.example",
                        "/\r\nSet-Cookie: a=b",
                        "/runs\u0000",
                        "/runs\u202e",
                        "/r\u00fcns",
                        "/a//b",
                        "/../x",
                        "/a/..",
                        "/./x",
                        "/%2F/evil.example",
                        "/%2f%2fevil.example",
                        "/%5Cevil.example",
                        "/%2e%2e/x",
                        "/%0d%0aSet-Cookie:a",
                        "/<script>",
                        "/" + "x".repeat(1_000))) {
            assertEquals("/", orHome(trick), trick);
        }
    }
}
