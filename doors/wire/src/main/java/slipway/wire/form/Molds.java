package slipway.wire.form;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;

/** Finds the mold of a component's type. */
final class Molds {

    private Molds() {}

    static Mold<?> of(Type type, Means apiField) {
        if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
            return new ListMold<>(of(generic.getActualTypeArguments()[0], apiField));
        }
        if (!(type instanceof Class<?> plain)) {
            throw new IllegalArgumentException("No form for " + type);
        }
        return ofClass(plain, apiField);
    }

    private static Mold<?> ofClass(Class<?> type, Means apiField) {
        if (type == String.class) {
            return new TextMold(apiField.longest(), apiField.lines());
        }
        if (type == long.class || type == Long.class) {
            return new WholeMold(apiField.least(), apiField.most());
        }
        if (type == boolean.class || type == Boolean.class) {
            return new YesNoMold();
        }
        if (type == Instant.class) {
            return WordMold.INSTANT;
        }
        if (type == Raw.class) {
            return new RawMold();
        }
        if (type.isEnum()) {
            return WordMold.ofEnum(type);
        }
        if (type.isRecord()) {
            return WordMold.isId(type)
                    ? WordMold.ofId(type)
                    : RecordMold.of(type.asSubclass(Record.class));
        }
        throw new IllegalArgumentException("No form for " + type);
    }
}
