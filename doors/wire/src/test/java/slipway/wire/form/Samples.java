package slipway.wire.form;

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
import slipway.testkit.Gen;

/** Draws values of every record that travels, within the bounds that its components state. */
public final class Samples {

    private static final String LETTERS = "ab <>&\"'\\/{}\u00e9\u65e5\ud83d\ude00\u200b";
    private static final Gen<String> NAMES = Gen.strings("a0b-9", 0, 20).map(s -> "x" + s + "0");
    private static final Gen<Instant> TIMES =
            Gen.longs(1, 253_370_764_799L)
                    .zip(Gen.longs(0, 999_999_999), (s, n) -> Instant.ofEpochSecond(s, n));

    private Samples() {}

    public static <T extends Record> Gen<T> of(Class<T> type) {
        RecordComponent[] parts = type.getRecordComponents();
        List<Gen<?>> gens = Arrays.stream(parts).<Gen<?>>map(Samples::of).toList();
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

    private static Gen<?> of(RecordComponent part) {
        return of(part.getGenericType(), part.getAnnotation(ApiField.class));
    }

    private static Gen<?> of(Type type, ApiField apiField) {
        if (type instanceof ParameterizedType generic) {
            Gen<?> inner = of(generic.getActualTypeArguments()[0], apiField);
            return generic.getRawType() == Optional.class ? inner.optional() : inner.list(0, 3);
        }
        Class<?> plain = (Class<?>) type;
        if (plain == String.class) {
            return text(apiField);
        }
        if (plain == long.class || plain == Long.class) {
            return Gen.longs(apiField.least(), apiField.most());
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return Gen.booleans();
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
            return Gen.choice("{}", "{\"a\":[1,-2.50,null,true,\"\u00e9\\n\"]}", "{\"b\":1E+400}")
                    .map(RawJson::new);
        }
        return plain.isEnum()
                ? Gen.choice(plain.getEnumConstants())
                : of(plain.asSubclass(Record.class));
    }

    private static Gen<String> text(ApiField apiField) {
        String alphabet = apiField.lines() ? LETTERS + "\n\t" : LETTERS;
        return Gen.strings(alphabet, 0, Math.min(40, apiField.longest() - 1)).map(s -> "a" + s);
    }
}
