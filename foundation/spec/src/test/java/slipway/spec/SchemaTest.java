package slipway.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.JacksonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The published schema against a validator that is not ours. */
class SchemaTest {

    private static final String SCHEMA = Job.SHAPE.schema("A job").toString();

    @Test
    void the_schema_describes_types_defaults_and_examples() {
        assertEquals(
                "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"Resources\","
                        + "\"type\":[\"object\",\"null\"],\"properties\":{"
                        + "\"accelerators\":{\"type\":\"string\",\"pattern\":\"^[A-Z0-9]+(:[0-9]+)?$\","
                        + "\"description\":\"What each node needs.\",\"examples\":[\"H100:8\"]},"
                        + "\"cpus\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":512,"
                        + "\"description\":\"CPU cores per node.\",\"default\":4}},\"additionalProperties\":false}",
                Job.RESOURCES.schema("Resources").toString());
    }

    @Test
    void schema_and_shape_agree_on_what_is_right_and_what_is_wrong() {
        for (String json :
                List.of(
                        "{\"name\":\"bert\"}",
                        "{\"name\":\"bert\",\"resources\":null,\"nodes\":2,\"spot\":true,\"priority\":\"high\"}",
                        "{\"name\":\"bert\",\"max_duration\":\"1h 30m\",\"needs\":[\"a\"],\"envs\":{\"A\":\"b\"}}",
                        "{}",
                        "{\"name\":\"bert\",\"nods\":1}",
                        "{\"name\":\" \"}",
                        "{\"name\":\"bert\",\"nodes\":0}",
                        "{\"name\":\"bert\",\"nodes\":\"2\"}",
                        "{\"name\":\"bert\",\"nodes\":1.5}",
                        "{\"name\":\"bert\",\"spot\":\"true\"}",
                        "{\"name\":\"bert\",\"spot\":null}",
                        "{\"name\":\"bert\",\"priority\":\"HIGH\"}",
                        "{\"name\":\"bert\",\"max_duration\":\"3\"}",
                        "{\"name\":\"bert\",\"needs\":\"a\"}",
                        "{\"name\":\"bert\",\"envs\":{\"A\":[]}}",
                        "{\"name\":\"bert\",\"resources\":{\"cpus\":513}}",
                        "[]")) {
            boolean shape = mistakes(json) == 0;
            assertThat(shape).as(json).isEqualTo(allowedBySchema(json));
        }
    }

    private static int mistakes(String json) {
        MistakeCollector mistakeCollector = MistakeCollector.forWhole();
        Document.of("job.json", json)
                .root()
                .ifPresent(root -> Job.SHAPE.read(root, mistakeCollector));
        return mistakeCollector.mistakes().size();
    }

    private static boolean allowedBySchema(String json) {
        return new ValidatorFactory()
                .withJsonNodeFactory(new JacksonNode.Factory(new ObjectMapper()))
                .validate(SCHEMA, json)
                .isValid();
    }
}
