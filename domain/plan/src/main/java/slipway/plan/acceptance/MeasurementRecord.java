package slipway.plan.acceptance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.Problem;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An acceptance test on nodes of this cluster: the request, and once its workload has ended the result of each node.
 *
 * @param nodes the names of the measured nodes
 * @param machine the machine of the catalog whose network it is compared with
 * @param storage the storage tier of the catalog
 * @param results the documents of the nodes that printed one
 * @param failure why there is no result, or not one of every node
 */
public record MeasurementRecord(
        List<String> nodes,
        String provider,
        Optional<String> machine,
        Optional<String> storage,
        List<NodeResult> results,
        Optional<String> failure) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public MeasurementRecord {
        nodes = List.copyOf(nodes);
        results = List.copyOf(results);
    }

    /**
     * @param document as the test printed it
     */
    public record NodeResult(String node, String document) {}

    /**
     * @param text the end of the log of a node
     */
    public record NodeLog(String node, String text) {}

    /** A measurement that was requested. */
    public static MeasurementRecord requested(
            List<String> nodes,
            Optional<String> provider,
            Optional<String> machine,
            Optional<String> storage) {
        return new MeasurementRecord(
                nodes,
                provider.orElse(Measurements.OWN),
                machine,
                storage,
                List.of(),
                Optional.empty());
    }

    public boolean isDone() {
        return !results.isEmpty() || failure.isPresent();
    }

    /** The record with the results that its nodes printed. */
    public MeasurementRecord completed(List<NodeLog> logs, Fact.WorkloadEnded end) {
        List<NodeResult> found = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        for (NodeLog log : logs) {
            Optional<String> document = AcceptanceTest.document(log.text);
            try {
                document.ifPresent(it -> AcceptanceTest.read(log.node, it));
                document.ifPresent(it -> found.add(new NodeResult(log.node, it)));
            } catch (Problem problem) {
                unreadable.add(problem.what() + " " + problem.why());
            }
        }
        boolean complete = found.size() == nodes.size() && unreadable.isEmpty();
        return new MeasurementRecord(
                nodes,
                provider,
                machine,
                storage,
                found,
                complete ? Optional.empty() : Optional.of(failure(end, unreadable)));
    }

    private static String failure(Fact.WorkloadEnded end, List<String> unreadable) {
        if (!unreadable.isEmpty()) {
            return String.join(" ", unreadable);
        }
        if (end.exitCode().filter(it -> it == AcceptanceTest.NO_PYTHON).isPresent()) {
            return "There is no python3 on the node, and the test is written in Python."
                    + " Install it there, then measure again.";
        }
        return "The workload %s without a result%s. Its output: slipway logs %s"
                .formatted(
                        end.outcome().equals("succeeded") ? "ended" : end.outcome(),
                        end.because().isBlank() ? "" : ": " + end.because().replaceAll("\\.$", ""),
                        end.workload());
    }

    /** The results for the planner. A result that this version cannot read is skipped. */
    public List<Measurements.Entry> entries() {
        return results.stream().flatMap(it -> entry(it).stream()).toList();
    }

    private Optional<Measurements.Entry> entry(NodeResult result) {
        try {
            return Optional.of(
                    new Measurements.Entry(
                            provider,
                            AcceptanceTest.read(result.node, result.document)
                                    .withNode(result.node)));
        } catch (Problem unreadable) {
            return Optional.empty();
        }
    }

    /** The stored form. */
    public String json() {
        ObjectNode json = JSON.createObjectNode();
        ArrayNode names = json.putArray("nodes");
        nodes.forEach(names::add);
        json.put("provider", provider);
        machine.ifPresent(it -> json.put("machine", it));
        storage.ifPresent(it -> json.put("storage", it));
        ArrayNode told = json.putArray("told");
        results.forEach(it -> told.addObject().put("node", it.node).put("document", it.document));
        failure.ifPresent(it -> json.put("trouble", it));
        return json.toString();
    }

    /** Reads the stored form. */
    public static MeasurementRecord read(String json) {
        try {
            JsonNode tree = JSON.readTree(json);
            List<String> nodes = new ArrayList<>();
            tree.path("nodes").forEach(it -> nodes.add(it.asString("")));
            List<NodeResult> results = new ArrayList<>();
            tree.path("told")
                    .forEach(
                            it ->
                                    results.add(
                                            new NodeResult(
                                                    it.path("node").asString(""),
                                                    it.path("document").asString(""))));
            return new MeasurementRecord(
                    nodes,
                    tree.path("provider").asString(Measurements.OWN),
                    text(tree, "machine"),
                    text(tree, "storage"),
                    results,
                    text(tree, "trouble"));
        } catch (JacksonException broken) {
            throw new IllegalStateException("The document of a measurement is not JSON", broken);
        }
    }

    private static Optional<String> text(JsonNode tree, String key) {
        return Optional.of(tree.path(key).asString("")).filter(it -> !it.isEmpty());
    }
}
