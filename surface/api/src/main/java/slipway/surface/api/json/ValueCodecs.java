package slipway.surface.api.json;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;

/** Finds the codec of a component's type. */
final class ValueCodecs {

    private ValueCodecs() {}

    static ValueCodec<?> of(Type type, ApiField field) {
        if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
            return new ListCodec<>(of(generic.getActualTypeArguments()[0], field));
        }
        if (!(type instanceof Class<?> plain)) {
            throw new IllegalArgumentException("No codec for " + type);
        }
        return ofClass(plain, field);
    }

    private static ValueCodec<?> ofClass(Class<?> type, ApiField field) {
        if (type == String.class) {
            return new TextCodec(field.longest(), field.lines());
        }
        if (type == long.class || type == Long.class) {
            return new WholeNumberCodec(field.least(), field.most());
        }
        if (type == boolean.class || type == Boolean.class) {
            return new BooleanCodec();
        }
        if (type == Instant.class) {
            return WordCodec.INSTANT;
        }
        if (type == RawJson.class) {
            return new RawJsonCodec();
        }
        if (type.isEnum()) {
            return WordCodec.ofEnum(type);
        }
        if (type.isRecord()) {
            return WordCodec.isId(type)
                    ? WordCodec.ofId(type)
                    : RecordCodec.of(type.asSubclass(Record.class));
        }
        throw new IllegalArgumentException("No codec for " + type);
    }
}
