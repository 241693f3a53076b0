package slipway.spec.workload;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Bytes;
import slipway.base.text.UntrustedText;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.Notation;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.spec.workload.AcceleratorRequest.Alternative;
import slipway.spec.workload.ResourceSpec.Cpus;
import slipway.spec.workload.ResourceSpec.Memory;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The block {@code resources:}. */
public final class ResourceBlock {

    private static final int MAX_ALTERNATIVES = 16;
    private static final int MAX_CPUS = 4_096;
    private static final String SOME_CPUS = "a number of processors such as 16, 0.5 or 16+";
    private static final String SOME_MEMORY = "an amount of memory such as 64GB or 64GB+";
    private static final Pattern CPUS_TEXT = Pattern.compile("[0-9]{1,5}(\\.[0-9]{1,3})?\\+?");

    public static final SpecKey<List<List<Alternative>>> ACCELERATORS =
            SpecKey.of(
                            "accelerators",
                            ValueType.oneOrMore(
                                    AcceleratorText.TYPE_OF_ALTERNATIVES, MAX_ALTERNATIVES),
                            "Accelerators of each node: type and count, or alternatives of which any"
                                    + " free one is used. Less than 1 shares one accelerator. Default: none.")
                    .example("H100:8");
    public static final SpecKey<Cpus> CPUS =
            SpecKey.of(
                            "cpus",
                            ValueType.numberOrText(
                                    SOME_CPUS,
                                    "^[0-9]{1,5}(\\.[0-9]{1,3})?\\+?$",
                                    ResourceBlock::cpus),
                            "Processors of each node; + accepts more. Default: the share of the node"
                                    + " that belongs to its accelerators.")
                    .example("16+");
    public static final SpecKey<Memory> MEMORY =
            SpecKey.of(
                            "memory",
                            ValueType.of(
                                    SOME_MEMORY,
                                    "^[0-9]+(\\.[0-9]{1,3})? ?[kMGTP]?i?B\\+?$",
                                    ResourceBlock::memory),
                            "Memory of each node; + accepts more. Default: the share of the node that"
                                    + " belongs to its accelerators.")
                    .example("64GB+");
    static final BlockSchema SCHEMA = BlockSchema.of(ACCELERATORS, CPUS, MEMORY);

    private ResourceBlock() {}

    static ResourceSpec read(BlockValues block) {
        List<Alternative> alternatives =
                block.find(ACCELERATORS).orElse(List.of()).stream().flatMap(List::stream).toList();
        return new ResourceSpec(
                new AcceleratorRequest(alternatives), block.find(CPUS), block.find(MEMORY));
    }

    static ObjectNode json(ResourceSpec resourceSpec) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        var accelerators = json.putArray(ACCELERATORS.name());
        resourceSpec.accelerators().alternatives().forEach(one -> accelerators.add(one.notation()));
        resourceSpec.cpus().ifPresent(cpus -> json.put(CPUS.name(), notation(cpus)));
        resourceSpec.memory().ifPresent(memory -> json.put(MEMORY.name(), notation(memory)));
        return json;
    }

    private static String notation(Cpus cpus) {
        return Notation.thousandths(cpus.thousandths()) + (cpus.orMore() ? "+" : "");
    }

    private static String notation(Memory memory) {
        return Notation.bytes(memory.bytes()) + (memory.orMore() ? "+" : "");
    }

    private static ParseResult<Cpus> cpus(String text) {
        if (!CPUS_TEXT.matcher(text).matches()) {
            return ParseResult.rejected(UntrustedText.quoted(text) + " is not " + SOME_CPUS + ".");
        }
        boolean orMore = text.endsWith("+");
        var number = new BigDecimal(orMore ? text.substring(0, text.length() - 1) : text);
        int thousandths = number.movePointRight(3).intValueExact();
        return thousandths < 1 || thousandths > MAX_CPUS * 1_000
                ? ParseResult.rejected(
                        "%s is not between 0.001 and %,d processors."
                                .formatted(UntrustedText.quoted(text), MAX_CPUS))
                : ParseResult.parsed(new Cpus(thousandths, orMore));
    }

    private static ParseResult<Memory> memory(String text) {
        boolean orMore = text.endsWith("+");
        Optional<Bytes> bytes =
                Notation.bytes(orMore ? text.substring(0, text.length() - 1) : text)
                        .filter(amount -> amount.count() > 0);
        return ParseResult.of(bytes.map(amount -> new Memory(amount, orMore)), text, SOME_MEMORY);
    }
}
