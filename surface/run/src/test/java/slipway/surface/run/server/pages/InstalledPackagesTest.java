package slipway.surface.run.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import slipway.surface.web.component.FactItem;

class InstalledPackagesTest {

    private static List<String> facts(InstalledPackages installedPackages) {
        return installedPackages.facts().stream()
                .map(fact -> fact.name() + ": " + fact.text())
                .toList();
    }

    @Test
    void the_recorded_packages_are_sorted_and_summarized_in_facts() {
        InstalledPackages installedPackages =
                InstalledPackages.of(
                        List.of(
                                "environment venv .venv",
                                "folder /data/.venv",
                                "setup nothing changed since 2026-09-17 14:02 UTC",
                                "driver 570.133.20",
                                "python 3.11.7",
                                "package torch==2.3.0",
                                "package numpy==1.26.4"));
        assertThat(facts(installedPackages))
                .containsExactly(
                        "Environment: venv .venv",
                        "Python: 3.11.7",
                        "Packages: 2",
                        "GPU driver: 570.133.20",
                        "Setup: skipped: nothing changed since 2026-09-17 14:02 UTC");
        assertThat(installedPackages.packages()).containsExactly("numpy==1.26.4", "torch==2.3.0");
        assertThat(installedPackages.more()).isZero();
    }

    @Test
    void an_image_is_shown_with_its_digest() {
        InstalledPackages installedPackages =
                InstalledPackages.of(
                        List.of(
                                "environment image docker://pytorch/pytorch",
                                "container apptainer",
                                "setup ran",
                                "conda python-3.11.9-hab00c5b_0",
                                "image sha256:9f2c"));
        assertThat(facts(installedPackages))
                .containsExactly(
                        "Environment: image docker://pytorch/pytorch",
                        "Run by: apptainer",
                        "Image digest: sha256:9f2c",
                        "Python: unknown",
                        "Packages: 1",
                        "GPU driver: none",
                        "Setup: ran in this attempt");
    }

    @Test
    void a_forged_file_of_a_job_cannot_fill_the_page() {
        InstalledPackages installedPackages =
                InstalledPackages.of(
                        Stream.concat(
                                        IntStream.range(0, 5_000).mapToObj(at -> "package p" + at),
                                        Stream.of("python " + "9".repeat(9_000), "odd", "python"))
                                .toList());
        assertThat(installedPackages.packages()).hasSize(1_000);
        assertThat(installedPackages.more()).isEqualTo(4_000);
        assertThat(installedPackages.facts())
                .extracting(FactItem::text)
                .allSatisfy(text -> assertThat(text).hasSizeLessThan(400));
    }
}
