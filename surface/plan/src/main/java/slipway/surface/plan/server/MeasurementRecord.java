package slipway.surface.plan.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.plan.acceptance.Measurements;
import slipway.surface.plan.api.MeasurementRoutes.NewMeasurement;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a paper about a measurement holds: what was asked for, and once it is done what each node told.
 *
 * @param nodes that are measured
 * @param machine of the catalog, for its network
 * @param storage tier of the catalog
 * @param told one document for each node, as it was written
 * @param trouble why there is none, or not of every node
 */
record MeasurementRecord(
        List<String> nodes,
        String provider,
        Optional<String> machine,
        Optional<String> storage,
        List<Told> told,
        Optional<String> trouble) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    MeasurementRecord {
        nodes = List.copyOf(nodes);
        told = List.copyOf(told);
    }

    /** A node and what it wrote. */
    record Told(String node, String document) {}

    static MeasurementRecord of(NewMeasurement asked, List<String> nodes) {
        return new MeasurementRecord(
                nodes,
                asked.provider().orElse(Measurements.OWN),
                asked.machine(),
                asked.storage(),
                List.of(),
                Optional.empty());
    }

    static Duration hold(NewMeasurement asked) {
        return asked.hold().map(Duration::ofSeconds).orElse(AcceptanceTest.DEFAULT_DURATION);
    }

    boolean isDone() {
        return !told.isEmpty() || trouble.isPresent();
    }

    MeasurementRecord ended(List<Told> documents, Optional<String> because) {
        return new MeasurementRecord(nodes, provider, machine, storage, documents, because);
    }

    String json() {
        ObjectNode json = JSON.createObjectNode();
        ArrayNode names = json.putArray("nodes");
        nodes.forEach(names::add);
        json.put("provider", provider);
        machine.ifPresent(it -> json.put("machine", it));
        storage.ifPresent(it -> json.put("storage", it));
        ArrayNode documents = json.putArray("told");
        told.forEach(it -> documents.addObject().put("node", it.node).put("document", it.document));
        trouble.ifPresent(it -> json.put("trouble", it));
        return json.toString();
    }

    /** What was kept here before. */
    static MeasurementRecord read(String json) {
        try {
            JsonNode tree = JSON.readTree(json);
            List<String> nodes = new ArrayList<>();
            tree.path("nodes").forEach(it -> nodes.add(it.asString("")));
            List<Told> told = new ArrayList<>();
            tree.path("told")
                    .forEach(
                            it ->
                                    told.add(
                                            new Told(
                                                    it.path("node").asString(""),
                                                    it.path("document").asString(""))));
            return new MeasurementRecord(
                    nodes,
                    tree.path("provider").asString(Measurements.OWN),
                    text(tree, "machine"),
                    text(tree, "storage"),
                    told,
                    text(tree, "trouble"));
        } catch (JacksonException broken) {
            throw new IllegalStateException("A paper about a measurement is no JSON", broken);
        }
    }

    private static Optional<String> text(JsonNode tree, String key) {
        return Optional.of(tree.path(key).asString("")).filter(it -> !it.isEmpty());
    }
}
