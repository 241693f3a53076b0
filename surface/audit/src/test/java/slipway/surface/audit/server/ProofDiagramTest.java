package slipway.surface.audit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import slipway.audit.InclusionProof;
import slipway.audit.Sha256Hash;

class ProofDiagramTest {

    private static InclusionProof.Step step(String digit, boolean left) {
        return new InclusionProof.Step(Sha256Hash.hex(digit.repeat(32)), left);
    }

    @Test
    void each_sibling_is_drawn_on_its_side_between_two_steps() {
        ProofDiagram diagram = ProofDiagram.of(List.of(step("f5", false), step("8e", true)));
        assertThat(diagram.steps())
                .extracting(
                        step ->
                                "%d %s %s %s %s %d %s"
                                        .formatted(
                                                step.number(),
                                                step.from(),
                                                step.sibling(),
                                                step.to(),
                                                step.side(),
                                                step.y(),
                                                step.shortened()))
                .containsExactly(
                        "1 0.00% 25.00% 50.00% right 62 f5f5f5f5f5f5…",
                        "2 50.00% 75.00% 100.00% left 14 8e8e8e8e8e8e…");
        assertThat(AuditEntryDetail.description(diagram))
                .startsWith("2 hashes lead from the entry");
    }

    @Test
    void a_single_entry_needs_no_steps() {
        assertThat(ProofDiagram.of(List.of()).steps()).isEmpty();
        assertThat(AuditEntryDetail.description(ProofDiagram.of(List.of())))
                .startsWith("The entry is the only one");
    }
}
