package slipway.surface.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.JacksonNode;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slipway.cli.AllRoutes;
import tools.jackson.databind.JsonNode;

/** Checks the document against the rules of OpenAPI 3.1 for the features that it uses. */
class OpenApiTest {

    private static final Set<String> VERBS = Set.of("get", "post", "put", "patch", "delete");
    private static final JsonNode DOCUMENT = new OpenApi(AllRoutes.LIST).document("0.1");

    private record Operation(String path, String verb, JsonNode json) {}

    private static Validator validator() {
        return new ValidatorFactory()
                .withJsonNodeFactory(new JacksonNode.Factory(new ObjectMapper()))
                .createValidator();
    }

    private static List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        DOCUMENT.get("paths")
                .propertyStream()
                .forEach(
                        path ->
                                path.getValue()
                                        .propertyStream()
                                        .forEach(
                                                each ->
                                                        all.add(
                                                                new Operation(
                                                                        path.getKey(),
                                                                        each.getKey(),
                                                                        each.getValue()))));
        return all;
    }

    private static void has(JsonNode json, Set<String> required, Set<String> allowed) {
        Set<String> names = Set.copyOf(json.propertyNames());
        assertThat(names).containsAll(required);
        assertThat(names)
                .allSatisfy(
                        name ->
                                assertThat(
                                                required.contains(name)
                                                        || allowed.contains(name)
                                                        || name.startsWith("x-"))
                                        .as(name)
                                        .isTrue());
    }

    @Test
    void the_document_has_all_required_objects() {
        has(
                DOCUMENT,
                Set.of("openapi", "info", "paths"),
                Set.of("servers", "security", "components"));
        assertThat(DOCUMENT.get("openapi").stringValue()).matches("3\\.1\\.\\d+");
        has(DOCUMENT.get("info"), Set.of("title", "version"), Set.of("description", "license"));
        has(DOCUMENT.at("/info/license"), Set.of("name"), Set.of("identifier"));
        DOCUMENT.get("servers").forEach(server -> has(server, Set.of("url"), Set.of()));
        has(
                DOCUMENT.get("components"),
                Set.of(),
                Set.of("securitySchemes", "responses", "schemas"));
        has(DOCUMENT.at("/components/securitySchemes/token"), Set.of("type", "scheme"), Set.of());
        assertEquals("[{\"token\":[]}]", DOCUMENT.get("security").toString());
    }

    @Test
    void every_route_is_an_operation_with_its_permission() {
        assertEquals(AllRoutes.LIST.size(), operations().size());
        for (Route<?, ?> route : AllRoutes.LIST) {
            JsonNode operation =
                    DOCUMENT.get("paths")
                            .get(route.path())
                            .get(route.verb().name().toLowerCase(Locale.ROOT));
            assertEquals(route.name(), operation.get("operationId").stringValue());
            assertEquals(route.access().word(), operation.get("x-permission").stringValue());
            assertEquals(route.isPublic(), operation.has("security"), route.toString());
            if (route.isPublic()) {
                assertEquals("[]", operation.get("security").toString());
            }
        }
    }

    @Test
    void every_operation_is_valid_by_the_specification() {
        for (Operation operation : operations()) {
            assertThat(VERBS).contains(operation.verb());
            has(
                    operation.json(),
                    Set.of("operationId", "summary", "responses", "x-permission"),
                    Set.of("security", "parameters", "requestBody"));
            if (operation.json().has("requestBody")) {
                assertThat(operation.verb()).isIn("post", "put", "patch");
                has(operation.json().get("requestBody"), Set.of("content"), Set.of("required"));
            }
            parameters(operation);
            responses(operation.json().get("responses"));
        }
    }

    private static void parameters(Operation operation) {
        List<String> seen = new ArrayList<>();
        for (JsonNode parameter : operation.json().path("parameters")) {
            has(
                    parameter,
                    Set.of("name", "in", "schema"),
                    Set.of("description", "required", "example"));
            String in = parameter.get("in").stringValue();
            String name = parameter.get("name").stringValue();
            assertThat(in).isIn("path", "query", "header");
            seen.add(in + " " + name);
            if (in.equals("path")) {
                assertThat(parameter.get("required").booleanValue()).isTrue();
                assertThat(operation.path()).contains("{" + name + "}");
            }
        }
        assertThat(seen).doesNotHaveDuplicates();
        assertEquals(
                operation.path().chars().filter(c -> c == '{').count(),
                seen.stream().filter(each -> each.startsWith("path ")).count());
    }

    private static void responses(JsonNode responses) {
        assertThat(responses.propertyNames()).contains("default").hasSize(2);
        responses.propertyNames().forEach(status -> assertThat(status).matches("20[014]|default"));
        for (JsonNode response : responses) {
            if (response.has("$ref")) {
                String ref = response.get("$ref").stringValue();
                assertThat(DOCUMENT.at(ref.substring(1)).isMissingNode()).as(ref).isFalse();
            } else {
                has(response, Set.of("description"), Set.of("content", "headers"));
            }
        }
    }

    @Test
    void a_required_query_key_is_marked_as_required() {
        JsonNode parameters = DOCUMENT.at("/paths/~1api~1v1~1audit~1consistency/get/parameters");
        assertThat(parameters)
                .hasSize(2)
                .allSatisfy(p -> assertThat(p.path("required").booleanValue(false)).isTrue());
        assertEquals(
                100,
                DOCUMENT.at("/paths/~1api~1v1~1teams/get/parameters/0/schema/default").intValue(0));
    }

    @Test
    void every_example_is_valid_by_its_own_schema() {
        List<JsonNode> objects = new ArrayList<>(DOCUMENT.findParents("example"));
        assertThat(objects).hasSizeGreaterThan(60);
        Validator validator = validator();
        int number = 0;
        for (JsonNode object : objects) {
            URI schema = URI.create("urn:schema:" + number++);
            validator.registerSchema(schema, object.get("schema").toString());
            var result = validator.validate(schema, object.get("example").toString());
            assertThat(result.getErrors()).as(object.toString()).isEmpty();
        }
    }

    @Test
    void every_schema_is_valid() {
        Validator validator = validator();
        int number = 0;
        for (JsonNode schema : DOCUMENT.findValues("schema")) {
            validator.registerSchema(URI.create("urn:" + number++), schema.toString());
        }
        assertThat(number).isGreaterThan(60);
    }

    @Test
    void the_schemas_are_as_strict_as_the_reader() {
        JsonNode body = DOCUMENT.at("/paths/~1api~1v1~1users/post/requestBody/content");
        assertEquals(
                "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$",
                body.at("/application~1json/schema/properties/user/pattern").stringValue(""));
    }
}
