package slipway.catalog;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import slipway.base.Problem;
import slipway.base.SourceLocation;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.catalog.ArchitectureReader.ConfigValue;
import slipway.catalog.CatalogFile.Columns;

/** Architectures: by name, by a Hugging Face {@code config.json}, by plain numbers. */
public final class ModelCatalog {

    static final Columns COLUMNS =
            new Columns(List.of("model", "numbers"), List.of("also", "published", "source"));

    /** Suffixes of fine-tuned and quantized variants, which have the same architecture. */
    private static final Pattern VARIANT_SUFFIX =
            Pattern.compile(
                    "-(instruct|chat|base|it|pt|hf|thinking|v1|static|pertensor"
                            + "|fp8|fp16|bf16|mxfp4|nvfp4|awq|gptq|gguf)$");

    /**
     * @param aliases other names of the same architecture
     * @param publishedSize the size that its authors publish, as text
     */
    record ModelRow(
            String name,
            List<String> aliases,
            Optional<String> publishedSize,
            Architecture architecture) {}

    private final Map<String, ModelRow> rows = new LinkedHashMap<>();

    ModelCatalog(Collection<ModelRow> all) {
        for (ModelRow row : all) {
            rows.put(normalize(row.name()), row);
            row.aliases().forEach(name -> rows.putIfAbsent(normalize(name), row));
        }
    }

    static ModelRow modelRow(CatalogRow catalogRow) {
        String name = catalogRow.key("model");
        Map<String, String> numbers = new LinkedHashMap<>();
        for (String pair : catalogRow.text("numbers").split(" +", -1)) {
            String[] parts = pair.split("=", 2);
            if (parts.length == 2) {
                numbers.put(parts[0], parts[1]);
            } else {
                catalogRow.reject(
                        "numbers",
                        UntrustedText.quoted(pair) + " is not a key and a value such as layers=32.",
                        0);
            }
        }
        Optional<Architecture> read =
                read(name, numbers, catalogRow.location(), catalogRow.errors());
        return new ModelRow(
                name,
                catalogRow
                        .optional("also")
                        .map(also -> List.of(also.split(" *, *", -1)))
                        .orElse(List.of()),
                catalogRow.optional("published"),
                read.orElseThrow(() -> new IllegalArgumentException("Its numbers are wrong")));
    }

    /** All models, in the order of the files. */
    public List<Architecture> all() {
        return rows.values().stream().distinct().map(ModelRow::architecture).toList();
    }

    List<ModelRow> modelRows() {
        return rows.values().stream().distinct().toList();
    }

    /**
     * The model of this name, ignoring the owner, case and the suffix of a variant
     * ({@code -Instruct}, {@code -FP8}).
     */
    public Architecture named(String name) {
        return find(name)
                .orElseThrow(
                        () ->
                                new Problem(
                                        CatalogErrors.UNKNOWN_ARCHITECTURE,
                                        "There is no model %s in the catalog."
                                                .formatted(UntrustedText.quoted(name)),
                                        "It holds %d of the usual ones.%s"
                                                .formatted(
                                                        modelRows().size(),
                                                        SpellingSuggestion.didYouMean(
                                                                withoutOwner(name), names())),
                                        "Give its config.json, or its numbers: layers, hidden, heads, ffn,"
                                                + " vocabulary and context."));
    }

    /** As {@link #named}, but empty for an unknown name. */
    public Optional<Architecture> find(String name) {
        String key = normalize(withoutOwner(name));
        String shorter = normalize(withoutVariantSuffix(withoutOwner(name)));
        return Optional.ofNullable(rows.get(key))
                .or(() -> Optional.ofNullable(rows.get(shorter)))
                .map(ModelRow::architecture);
    }

    /**
     * From a Hugging Face {@code config.json}.
     *
     * @param source its name, for people: {@code config.json}
     */
    public static Architecture fromConfig(String source, String json) {
        var catalogErrors = new CatalogErrors();
        Optional<Architecture> read = ModelConfig.read(source, json, catalogErrors);
        check(catalogErrors, source);
        return read.orElseThrow();
    }

    /**
     * From numbers by key: {@code layers}, {@code hidden}, {@code heads}, {@code ffn}, {@code vocabulary} and
     * {@code context} are required, the others have defaults.
     */
    public static Architecture fromNumbers(String name, Map<String, String> numbers) {
        var catalogErrors = new CatalogErrors();
        Optional<Architecture> read = read(name, numbers, SourceLocation.of(name), catalogErrors);
        check(catalogErrors, name);
        return read.orElseThrow();
    }

    private static Optional<Architecture> read(
            String name,
            Map<String, String> numbers,
            SourceLocation sourceLocation,
            CatalogErrors catalogErrors) {
        Map<String, ConfigValue> given = new TreeMap<>();
        numbers.forEach(
                (key, value) -> {
                    if (ArchitectureReader.KEYS.contains(key)) {
                        given.put(key, new ConfigValue(key, value.strip(), sourceLocation));
                    } else {
                        catalogErrors.add(
                                sourceLocation,
                                UntrustedText.key(key),
                                "There is no such number."
                                        + SpellingSuggestion.didYouMean(
                                                key, ArchitectureReader.KEYS));
                    }
                });
        return new ArchitectureReader(given, key -> key, sourceLocation, catalogErrors).read(name);
    }

    private static void check(CatalogErrors catalogErrors, String subject) {
        catalogErrors.check(
                CatalogErrors.BAD_ARCHITECTURE,
                subject,
                "Correct these; nothing was computed from them.");
    }

    private List<String> names() {
        return modelRows().stream().map(ModelRow::name).toList();
    }

    private static String withoutOwner(String name) {
        return name.substring(name.lastIndexOf('/') + 1).strip();
    }

    private static String withoutVariantSuffix(String name) {
        String shorter = VARIANT_SUFFIX.matcher(name.toLowerCase(Locale.ROOT)).replaceFirst("");
        return shorter.length() == name.length() ? shorter : withoutVariantSuffix(shorter);
    }

    /** Ignores separators and case: llama3-8b and llama_3-8B are the same. */
    static String normalize(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-_: ]", "");
    }
}
