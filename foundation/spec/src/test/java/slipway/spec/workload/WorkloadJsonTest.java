package slipway.spec.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.JacksonNode;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.testkit.Golden;
import slipway.testkit.Property;

class WorkloadJsonTest {

    private static final String SCHEMA = WorkloadSpec.SCHEMA.schema("A workload").toString();

    @Test
    void a_spec_written_as_json_and_read_again_is_the_same() {
        Property.holds(
                300,
                Specs.any(),
                spec -> assertEquals(spec, WorkloadSpec.ofJson(spec.json(), "spec.json")));
    }

    @Test
    void what_is_written_as_json_fits_the_published_schema() {
        Property.holds(
                100, Specs.any(), spec -> assertThat(fits(spec.json())).as(spec.json()).isTrue());
    }

    @Test
    void an_example_in_the_schema_is_of_the_type_it_is_an_example_of() {
        assertThat(SCHEMA)
                .contains("\"examples\":[75]")
                .contains("\"examples\":[\"0-99%10\"]")
                .contains("\"examples\":[2]");
    }

    @Test
    void the_frozen_form_stays_as_it_is() {
        String yaml =
                """
                name: bert
                team: language
                resources: {accelerators: H100:8, cpus: 16, memory: 64GiB+}
                run: python3 train.py
                envs: {LR: 3e-4, TOKEN: }
                data: {corpus: corpus@3}
                max_duration: 36h
                checkpoint: 30m
                plan: {model: llama-3-8b, tokens: 15B}
                """;
        Golden.matches("workload-json.txt", WorkloadSpec.parse(yaml, "job.yaml").json() + "\n");
    }

    @Test
    void mistakes_in_json_have_their_lines_too() {
        Problem problem =
                assertThrows(
                        Problem.class,
                        () ->
                                WorkloadSpec.ofJson(
                                        "{\"run\": \"x\",\n \"nods\": 2,\n \"run\": \"y\"}",
                                        "body"));
        assertThat(problem.why())
                .isEqualTo(
                        "  line 2  nods: no such key. Did you mean nodes?\n"
                                + "  line 3  run: written twice, first on line 1. Keep one.");
    }

    @Test
    void what_is_no_json_is_one_problem() {
        for (String text : new String[] {"", "{", "[1", "{\"run\": }", "{} {}", "[".repeat(99)}) {
            assertThrows(Problem.class, () -> WorkloadSpec.ofJson(text, "body"), text);
        }
    }

    private static boolean fits(String json) {
        return new ValidatorFactory()
                .withJsonNodeFactory(new JacksonNode.Factory(new ObjectMapper()))
                .validate(SCHEMA, json)
                .isValid();
    }
}
