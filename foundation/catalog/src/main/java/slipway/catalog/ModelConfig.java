package slipway.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slipway.base.SourceLocation;
import slipway.base.text.Format;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.catalog.ArchitectureReader.ConfigValue;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Reads a Hugging Face {@code config.json}. Of a multimodal model it reads the text part under {@code
 * text_config}. Unknown fields are ignored: there are hundreds, mostly for training or sampling. An unknown model
 * family is rejected, because its fields may have another meaning.
 */
final class ModelConfig implements ModelFamily.Config {

    /** The largest published files have about ten kilobytes. */
    static final int MAX_LENGTH = 1_000_000;

    private static final String TEXT_CONFIG = "text_config";

    /** Python writes NaN, which is not JSON; it is accepted here so that the mistake can name the field. */
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

    private final String source;
    private final Map<String, ConfigValue> fields = new HashMap<>();
    private final List<String> architectures = new ArrayList<>();

    private ModelConfig(String source) {
        this.source = source;
    }

    static Optional<Architecture> read(String source, String json, CatalogErrors catalogErrors) {
        var whole = SourceLocation.of(source);
        if (json.length() > MAX_LENGTH) {
            catalogErrors.add(whole, "", "It is longer than %,d characters.".formatted(MAX_LENGTH));
            return Optional.empty();
        }
        var config = new ModelConfig(source);
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                catalogErrors.add(whole, "", "It is not a JSON object.");
                return Optional.empty();
            }
            config.readFields(parser, "");
        } catch (JacksonException broken) {
            catalogErrors.add(
                    config.location(broken.getLocation()),
                    "",
                    "This is not JSON: "
                            + UntrustedText.escaped(broken.getOriginalMessage(), 200)
                            + ".");
            return Optional.empty();
        }
        return config.architecture(catalogErrors);
    }

    private Optional<Architecture> architecture(CatalogErrors catalogErrors) {
        var whole = SourceLocation.of(source);
        if (architectures.isEmpty()) {
            catalogErrors.add(
                    whole,
                    "architectures",
                    "It is missing: the name of the model's class, such as LlamaForCausalLM.");
            return Optional.empty();
        }
        Optional<ModelFamily> family =
                architectures.stream().flatMap(it -> ModelFamily.named(it).stream()).findFirst();
        if (family.isEmpty()) {
            catalogErrors.add(
                    whole,
                    "architectures",
                    "%s is not known here.%s Known are %s. Give the numbers themselves instead."
                            .formatted(
                                    UntrustedText.quoted(architectures.getFirst()),
                                    SpellingSuggestion.didYouMean(
                                            architectures.getFirst(), ModelFamily.names()),
                                    Format.list(ModelFamily.names())));
            return Optional.empty();
        }
        Optional<String> missing =
                architectures.stream()
                        .flatMap(it -> ModelFamily.missingExperts(it, this).stream())
                        .findFirst();
        if (missing.isPresent()) {
            catalogErrors.add(
                    whole,
                    missing.get(),
                    "It is missing: the number of experts, from 1 to 1,000,000, or 0 for a dense model.");
            return Optional.empty();
        }
        return new ArchitectureReader(
                        family.get().numbers(this, whole),
                        ModelConfig::fieldName,
                        whole,
                        catalogErrors)
                .read(name());
    }

    private String name() {
        return field("_name_or_path")
                .map(ConfigValue::text)
                .filter(name -> !name.isBlank())
                .map(name -> UntrustedText.escaped(name, 100))
                .orElse(source);
    }

    @Override
    public Optional<ConfigValue> field(String name) {
        return Optional.ofNullable(fields.get(TEXT_CONFIG + "." + name))
                .or(() -> Optional.ofNullable(fields.get(name)));
    }

    private static String fieldName(String key) {
        return ModelFamily.FIELDS.getOrDefault(key, List.of(key)).getFirst();
    }

    private void readFields(JsonParser parser, String inside) {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            if (token == JsonToken.START_OBJECT && inside.isEmpty() && name.equals(TEXT_CONFIG)) {
                readFields(parser, TEXT_CONFIG + ".");
            } else if (token == JsonToken.START_ARRAY && name.equals("architectures")) {
                readArchitectures(parser);
            } else if (token.isStructStart()) {
                parser.skipChildren();
            } else if (token != JsonToken.VALUE_NULL) {
                var at = location(parser.currentTokenLocation());
                fields.put(inside + name, new ConfigValue(inside + name, parser.getString(), at));
            }
        }
    }

    private void readArchitectures(JsonParser parser) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == JsonToken.VALUE_STRING) {
                architectures.add(parser.getString());
            } else {
                parser.skipChildren();
            }
        }
    }

    /** The location is missing when the parser reaches one of its limits. */
    private SourceLocation location(@Nullable TokenStreamLocation at) {
        return at == null
                ? SourceLocation.of(source)
                : new SourceLocation(
                        source, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
    }
}
