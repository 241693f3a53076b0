package slipway.journal.table;

import java.util.function.Function;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.base.WorkloadId;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * The one JSON mapper of the journal. It is strict: an unknown or a missing property is an error. Ids, roles and
 * permissions are written as text.
 */
public final class JournalJson {

    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                    .addModule(textTypes())
                    .build();

    private JournalJson() {}

    public static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    public static Object read(String text, java.lang.reflect.Type type) {
        return MAPPER.readValue(text, MAPPER.constructType(type));
    }

    private static SimpleModule textTypes() {
        var module = new SimpleModule("text-types");
        addTextType(module, TeamId.class, TeamId::value, TeamId::new);
        addTextType(module, UserId.class, UserId::value, UserId::new);
        addTextType(module, WorkloadId.class, WorkloadId::value, WorkloadId::new);
        addTextType(module, Role.class, Role::wireName, text -> Role.parse(text).orElseThrow());
        addTextType(
                module,
                Permission.class,
                Permission::wireName,
                text -> Permission.parse(text).orElseThrow());
        return module;
    }

    private static <T> void addTextType(
            SimpleModule module,
            Class<T> type,
            Function<T, String> write,
            Function<String, T> read) {
        module.addSerializer(
                type,
                new StdSerializer<T>(type) {
                    @Override
                    public void serialize(T value, JsonGenerator to, SerializationContext context) {
                        to.writeString(write.apply(value));
                    }
                });
        module.addDeserializer(
                type,
                new StdDeserializer<T>(type) {
                    @Override
                    public T deserialize(JsonParser from, DeserializationContext context) {
                        return read.apply(from.getString());
                    }
                });
    }
}
