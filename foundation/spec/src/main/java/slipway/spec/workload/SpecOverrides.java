package slipway.spec.workload;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slipway.base.SourceLocation;
import slipway.spec.DocumentNode;

/**
 * Flags of the command line that override a document key by key. A mistake in a value names its flag instead of a line.
 */
public record SpecOverrides(DocumentNode.Block block) {

    private static final String MODEL = PlanBlock.MODEL.name();

    public static final SpecOverrides NONE =
            new SpecOverrides(DocumentNode.empty(SourceLocation.of("flags")));

    /**
     * One flag more; it wins over an earlier one.
     *
     * @param path path of the key: {@code resources.accelerators}
     * @param flag as it was typed: {@code --gpus}
     */
    public SpecOverrides with(String path, String flag, String text) {
        return plus(DocumentNode.ofPath(path, value(flag, text)));
    }

    /** A flag whose value is a list, with commas between: {@code --needs prepare,tokens}. */
    public SpecOverrides list(String key, String flag, String text) {
        SourceLocation sourceLocation = location(flag);
        List<DocumentNode> items =
                Arrays.stream(text.split(",", -1))
                        .<DocumentNode>map(
                                one -> new DocumentNode.Value(sourceLocation, one.strip(), true))
                        .toList();
        return plus(entry(sourceLocation, key, new DocumentNode.Items(sourceLocation, items)));
    }

    /** A variable: {@code --env LR=3e-4}. Without {@code =} it has no value yet. */
    public SpecOverrides env(String flag, String text) {
        int equals = text.indexOf('=');
        SourceLocation sourceLocation = location(flag);
        DocumentNode value =
                equals < 0
                        ? new DocumentNode.Nothing(sourceLocation)
                        : new DocumentNode.Value(sourceLocation, text.substring(equals + 1), true);
        String name = equals < 0 ? text : text.substring(0, equals);
        return plus(
                entry(
                        sourceLocation,
                        WorkloadKeys.ENVS.name(),
                        entry(sourceLocation, name, value)));
    }

    /** Data: {@code --data corpus@3}, or under another name {@code --data train=corpus@3}. */
    public SpecOverrides data(String flag, String text) {
        int equals = text.indexOf('=');
        String version = text.substring(equals + 1);
        String name = equals < 0 ? version.replaceAll("@.*", "") : text.substring(0, equals);
        SourceLocation sourceLocation = location(flag);
        return plus(
                entry(
                        sourceLocation,
                        WorkloadKeys.DATA.name(),
                        entry(
                                sourceLocation,
                                name,
                                new DocumentNode.Value(sourceLocation, version, true))));
    }

    /**
     * The plan: {@code --plan model=llama-3-8b,tokens=15B}. For a model given by numbers, keys that the block does
     * not have belong to the model: {@code model=layers=32,hidden=4096,tokens=15B}.
     */
    public SpecOverrides plan(String flag, String text) {
        SourceLocation sourceLocation = location(flag);
        Map<String, String> said = new LinkedHashMap<>();
        String last = "";
        for (String pair : text.split(",", -1)) {
            int equals = pair.indexOf('=');
            String key = pair.substring(0, Math.max(0, equals)).strip();
            boolean numbers = last.equals(MODEL) && said.getOrDefault(MODEL, "").contains("=");
            if (equals < 1) {
                return plus(entry(sourceLocation, WorkloadKeys.PLAN.name(), value(flag, text)));
            } else if (numbers
                    && PlanBlock.SCHEMA.keys().stream().noneMatch(it -> it.name().equals(key))) {
                said.merge(MODEL, pair.strip(), (before, more) -> before + "," + more);
            } else {
                said.put(key, pair.substring(equals + 1).strip());
                last = key;
            }
        }
        List<DocumentNode.Entry> entries =
                said.entrySet().stream()
                        .map(
                                one ->
                                        new DocumentNode.Entry(
                                                sourceLocation,
                                                one.getKey(),
                                                value(flag, one.getValue())))
                        .toList();
        return plus(
                entry(
                        sourceLocation,
                        WorkloadKeys.PLAN.name(),
                        new DocumentNode.Block(sourceLocation, entries)));
    }

    DocumentNode applyTo(DocumentNode document) {
        return document instanceof DocumentNode.Block below
                ? new DocumentNode.Block(below.location(), block.mergedOver(below).entries())
                : document;
    }

    private SpecOverrides plus(DocumentNode.Block more) {
        return new SpecOverrides(more.mergedOver(block));
    }

    private static DocumentNode.Block entry(
            SourceLocation sourceLocation, String key, DocumentNode value) {
        return new DocumentNode.Block(
                sourceLocation, List.of(new DocumentNode.Entry(sourceLocation, key, value)));
    }

    private static DocumentNode.Value value(String flag, String text) {
        return new DocumentNode.Value(location(flag), text, false);
    }

    private static SourceLocation location(String flag) {
        return SourceLocation.of("flag " + flag);
    }
}
