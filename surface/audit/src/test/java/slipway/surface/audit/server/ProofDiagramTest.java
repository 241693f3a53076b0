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
    void each_hash_stands_on_its_side_between_two_steps_of_the_way() {
        ProofDiagram proofDiagram = ProofDiagram.of(List.of(step("f5", false), step("8e", true)));
        assertThat(proofDiagram.all())
                .extracting(
                        step ->
                                "%d %s %s %s %s %d %s"
                                        .formatted(
                                                step.number(),
                                                step.from(),
                                                step.beside(),
                                                step.to(),
                                                step.side(),
                                                step.height(),
                                                step.shortened()))
                .containsExactly(
                        "1 0.00% 25.00% 50.00% right 62 f5f5f5f5f5f5…",
                        "2 50.00% 75.00% 100.00% left 14 8e8e8e8e8e8e…");
        assertThat(AuditEntryDetail.way(proofDiagram)).startsWith("2 hashes lead from the entry");
    }

    @Test
    void an_entry_that_is_alone_has_no_way_to_go() {
        assertThat(ProofDiagram.of(List.of()).all()).isEmpty();
        assertThat(AuditEntryDetail.way(ProofDiagram.of(List.of()))).startsWith("It is alone");
    }
}
