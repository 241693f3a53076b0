package slipway.spec.workload;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slipway.base.SourceLocation;
import slipway.spec.Written;

/**
 * What was given on the command line, laid over a document: it wins key by key, and a mistake in it is told with its
 * flag instead of a line.
 */
public record Flags(Written.Block block) {

    private static final String MODEL = PlanBlock.MODEL.name();

    public static final Flags NONE = new Flags(Written.empty(SourceLocation.of("flags")));

    /**
     * One flag more; it wins over an earlier one.
     *
     * @param path the key it stands for: {@code resources.accelerators}
     * @param flag as it was typed: {@code --gpus}
     */
    public Flags with(String path, String flag, String text) {
        return laying(Written.at(path, value(flag, text)));
    }

    /** A flag whose value is a list, with commas between: {@code --needs prepare,tokens}. */
    public Flags list(String key, String flag, String text) {
        SourceLocation sourceLocation = place(flag);
        List<Written> items =
                Arrays.stream(text.split(",", -1))
                        .<Written>map(one -> new Written.Value(sourceLocation, one.strip(), true))
                        .toList();
        return laying(entry(sourceLocation, key, new Written.Items(sourceLocation, items)));
    }

    /** A variable: {@code --env LR=3e-4}. Without {@code =} it has no value yet. */
    public Flags env(String flag, String text) {
        int equals = text.indexOf('=');
        SourceLocation sourceLocation = place(flag);
        Written value =
                equals < 0
                        ? new Written.Nothing(sourceLocation)
                        : new Written.Value(sourceLocation, text.substring(equals + 1), true);
        String name = equals < 0 ? text : text.substring(0, equals);
        return laying(
                entry(
                        sourceLocation,
                        WorkloadKeys.ENVS.name(),
                        entry(sourceLocation, name, value)));
    }

    /** Data: {@code --data corpus@3}, or under another name {@code --data train=corpus@3}. */
    public Flags data(String flag, String text) {
        int equals = text.indexOf('=');
        String version = text.substring(equals + 1);
        String name = equals < 0 ? version.replaceAll("@.*", "") : text.substring(0, equals);
        SourceLocation sourceLocation = place(flag);
        return laying(
                entry(
                        sourceLocation,
                        WorkloadKeys.DATA.name(),
                        entry(
                                sourceLocation,
                                name,
                                new Written.Value(sourceLocation, version, true))));
    }

    /**
     * What it trains: {@code --plan model=llama-3-8b,tokens=15B}. A model that is numbers takes the keys that the
     * block has not: {@code model=layers=32,hidden=4096,tokens=15B}.
     */
    public Flags plan(String flag, String text) {
        SourceLocation sourceLocation = place(flag);
        Map<String, String> said = new LinkedHashMap<>();
        String last = "";
        for (String pair : text.split(",", -1)) {
            int equals = pair.indexOf('=');
            String key = pair.substring(0, Math.max(0, equals)).strip();
            boolean numbers = last.equals(MODEL) && said.getOrDefault(MODEL, "").contains("=");
            if (equals < 1) {
                return laying(entry(sourceLocation, WorkloadKeys.PLAN.name(), value(flag, text)));
            } else if (numbers
                    && PlanBlock.SHAPE.keys().stream().noneMatch(it -> it.name().equals(key))) {
                said.merge(MODEL, pair.strip(), (before, more) -> before + "," + more);
            } else {
                said.put(key, pair.substring(equals + 1).strip());
                last = key;
            }
        }
        List<Written.Entry> entries =
                said.entrySet().stream()
                        .map(
                                one ->
                                        new Written.Entry(
                                                sourceLocation,
                                                one.getKey(),
                                                value(flag, one.getValue())))
                        .toList();
        return laying(
                entry(
                        sourceLocation,
                        WorkloadKeys.PLAN.name(),
                        new Written.Block(sourceLocation, entries)));
    }

    Written over(Written document) {
        return document instanceof Written.Block below
                ? new Written.Block(below.place(), block.over(below).entries())
                : document;
    }

    private Flags laying(Written.Block more) {
        return new Flags(more.over(block));
    }

    private static Written.Block entry(SourceLocation sourceLocation, String key, Written value) {
        return new Written.Block(
                sourceLocation, List.of(new Written.Entry(sourceLocation, key, value)));
    }

    private static Written.Value value(String flag, String text) {
        return new Written.Value(place(flag), text, false);
    }

    private static SourceLocation place(String flag) {
        return SourceLocation.of("flag " + flag);
    }
}
