package slipway.surface.api;

import java.util.List;
import java.util.Locale;
import slipway.spec.SpecKey;
import slipway.surface.api.Route.Kind;
import slipway.surface.api.json.JsonCodec;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The routes as an OpenAPI 3.1 document. Each operation states the permission that it requires. */
public final class OpenApi {

    private final List<Route<?, ?>> routes;

    public OpenApi(List<Route<?, ?>> routes) {
        this.routes = List.copyOf(routes);
    }

    public ObjectNode document(String version) {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("openapi", "3.1.0");
        document.putObject("info")
                .put("title", "Slipway")
                .put("version", version)
                .put("description", "Deep-learning infrastructure on your own GPUs.")
                .putObject("license")
                .put("name", "Apache-2.0")
                .put("identifier", "Apache-2.0");
        document.putArray("servers").addObject().put("url", "/");
        document.putArray("security").addObject().putArray("token");
        ObjectNode paths = document.putObject("paths");
        for (Route<?, ?> route : routes) {
            ObjectNode path =
                    paths.has(route.path())
                            ? (ObjectNode) paths.get(route.path())
                            : paths.putObject(route.path());
            path.set(route.verb().name().toLowerCase(Locale.ROOT), operation(route));
        }
        components(document.putObject("components"));
        return document;
    }

    private static ObjectNode operation(Route<?, ?> route) {
        ObjectNode operation =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("operationId", route.name())
                        .put("summary", route.summary())
                        .put("x-permission", route.access().word());
        if (route.isPublic()) {
            operation.putArray("security");
        }
        parameters(operation, route);
        if (route.hasRequest()) {
            ObjectNode body = operation.putObject("requestBody").put("required", true);
            content(body, "application/json", route.request());
        }
        responses(operation.putObject("responses"), route);
        return operation;
    }

    private static void parameters(ObjectNode operation, Route<?, ?> route) {
        ArrayNode parameters = JsonNodeFactory.instance.arrayNode();
        for (String name : route.parts()) {
            PathParameter part = PathParameter.named(name);
            ObjectNode parameter = parameter(parameters, name, "path", part.meaning());
            parameter.put("required", true).put("example", part.example());
            parameter
                    .putObject("schema")
                    .put("type", "string")
                    .put("pattern", "^" + part.pattern() + "$");
        }
        for (SpecKey<?> key : route.query().keys()) {
            ObjectNode parameter = parameter(parameters, key.name(), "query", key.doc());
            ObjectNode schema = key.schema();
            schema.remove("description");
            parameter.put("required", key.isRequired()).set("schema", schema);
        }
        if (route.verb() == HttpMethod.POST && !route.isPublic()) {
            parameter(
                            parameters,
                            ApiConventions.IDEMPOTENCY_KEY,
                            "header",
                            ApiConventions.KEY_MEANING)
                    .putObject("schema")
                    .put("type", "string")
                    .put("maxLength", 200);
        }
        if (!parameters.isEmpty()) {
            operation.set("parameters", parameters);
        }
    }

    private static ObjectNode parameter(
            ArrayNode parameters, String name, String in, String meaning) {
        return parameters.addObject().put("name", name).put("in", in).put("description", meaning);
    }

    private static void responses(ObjectNode responses, Route<?, ?> route) {
        ObjectNode success = responses.putObject(String.valueOf(ApiConventions.status(route)));
        success.put("description", route.kind() == Kind.EMPTY ? "Done." : "The answer.");
        if (route.kind() == Kind.JSON || route.kind() == Kind.EVENTS) {
            content(success, "application/json", route.answer());
        }
        if (route.kind() == Kind.EVENTS) {
            ((ObjectNode) success.get("content"))
                    .putObject("text/event-stream")
                    .putObject("schema")
                    .put("type", "string");
        }
        responses.putObject("default").put("$ref", "#/components/responses/problem");
    }

    private static void content(ObjectNode parent, String type, JsonCodec<?> codec) {
        ObjectNode content = parent.putObject("content").putObject(type);
        content.set("schema", codec.schema());
        content.set("example", codec.example());
    }

    private static void components(ObjectNode components) {
        ObjectNode schemes = components.putObject("securitySchemes");
        schemes.putObject("token").put("type", "http").put("scheme", "bearer");
        ObjectNode problem = components.putObject("responses").putObject("problem");
        problem.put("description", "What happened, why, and what to do next.");
        content(problem, ApiConventions.PROBLEM, ProblemBody.CODEC);
    }
}
