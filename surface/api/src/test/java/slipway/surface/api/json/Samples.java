package slipway.surface.api.json;

import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.testkit.Generator;

/** Generates values of every record of the API, within the bounds of its components. */
public final class Samples {

    private static final String LETTERS = "ab <>&\"'\\/{}\u00e9\u65e5\ud83d\ude00\u200b";
    private static final Generator<String> NAMES =
            Generator.strings("a0b-9", 0, 20).map(s -> "x" + s + "0");
    private static final Generator<Instant> TIMES =
            Generator.longs(1, 253_370_764_799L)
                    .zip(Generator.longs(0, 999_999_999), (s, n) -> Instant.ofEpochSecond(s, n));

    private Samples() {}

    public static <T extends Record> Generator<T> of(Class<T> type) {
        RecordComponent[] parts = type.getRecordComponents();
        List<Generator<?>> gens = Arrays.stream(parts).<Generator<?>>map(Samples::of).toList();
        return choices -> {
            Object[] values = gens.stream().map(generator -> generator.draw(choices)).toArray();
            return made(type, parts, values);
        };
    }

    private static <T> T made(Class<T> type, RecordComponent[] parts, Object[] values) {
        try {
            Class<?>[] types =
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<T> maker = type.getDeclaredConstructor(types);
            maker.setAccessible(true);
            return maker.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Generator<?> of(RecordComponent part) {
        return of(part.getGenericType(), part.getAnnotation(ApiField.class));
    }

    private static Generator<?> of(Type type, ApiField field) {
        if (type instanceof ParameterizedType generic) {
            Generator<?> inner = of(generic.getActualTypeArguments()[0], field);
            Type raw = generic.getRawType();
            return raw == Patch.class
                    ? inner.optional().map(Patch::of)
                    : raw == Optional.class ? inner.optional() : inner.list(0, 3);
        }
        Class<?> plain = (Class<?>) type;
        if (plain == String.class) {
            return text(field);
        }
        if (plain == long.class || plain == Long.class) {
            return Generator.longs(field.least(), field.most());
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return Generator.booleans();
        }
        if (plain == Instant.class) {
            return TIMES;
        }
        if (plain == TeamId.class) {
            return NAMES.map(TeamId::new);
        }
        if (plain == UserId.class) {
            return NAMES.map(UserId::new);
        }
        if (plain == RawJson.class) {
            return Generator.choice(
                            "{}", "{\"a\":[1,-2.50,null,true,\"\u00e9\\n\"]}", "{\"b\":1E+400}")
                    .map(RawJson::new);
        }
        return plain.isEnum()
                ? Generator.choice(plain.getEnumConstants())
                : of(plain.asSubclass(Record.class));
    }

    private static Generator<String> text(ApiField field) {
        String alphabet = field.lines() ? LETTERS + "\n\t" : LETTERS;
        return Generator.strings(alphabet, 0, Math.min(40, field.longest() - 1)).map(s -> "a" + s);
    }
}
