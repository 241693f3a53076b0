package slipway.journal.table;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The mapping of one record component to a column. Numbers, times and durations are stored as integers; enums and typed
 * ids as text; anything with more structure as JSON in a text column.
 */
record Column(RecordComponent part, String name, Type type, boolean optional, Cell.Form form) {

    private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    /** Cache of the component of single-component records: reflection costs more than reading the value. */
    private static final ClassValue<Optional<RecordComponent>> SINGLE_COMPONENT =
            new ClassValue<>() {
                @Override
                protected Optional<RecordComponent> computeValue(Class<?> type) {
                    RecordComponent[] all =
                            type.isRecord() ? type.getRecordComponents() : new RecordComponent[0];
                    if (all.length != 1) {
                        return Optional.empty();
                    }
                    all[0].getAccessor().setAccessible(true);
                    return Optional.of(all[0]);
                }
            };

    /** Cache of canonical constructors: looking one up for each row took as long as reading the row. */
    private static final ClassValue<Constructor<?>> CONSTRUCTOR =
            new ClassValue<>() {
                @Override
                protected Constructor<?> computeValue(Class<?> type) {
                    Class<?>[] types =
                            Arrays.stream(type.getRecordComponents())
                                    .map(RecordComponent::getType)
                                    .toArray(Class<?>[]::new);
                    try {
                        Constructor<?> constructor = type.getDeclaredConstructor(types);
                        constructor.setAccessible(true);
                        return constructor;
                    } catch (NoSuchMethodException e) {
                        throw new IllegalStateException("A record has this constructor", e);
                    }
                }
            };

    static Column of(RecordComponent part) {
        part.getAccessor().setAccessible(true);
        boolean optional = part.getType() == Optional.class;
        Type type =
                optional
                        ? ((ParameterizedType) part.getGenericType()).getActualTypeArguments()[0]
                        : part.getGenericType();
        String name = WORD_START.matcher(part.getName()).replaceAll("_").toLowerCase(Locale.ROOT);
        return new Column(part, name, type, optional, form(type));
    }

    String component() {
        return part.getName();
    }

    Cell read(Record record) {
        Object value = invoke(record);
        if (value instanceof Optional<?> maybe) {
            return maybe.map(this::cell).orElse(new Cell.Nothing(form));
        }
        return cell(value);
    }

    /**
     * Encodes the value and checks that it can be stored and read again. Plain values survive by their type; text is
     * checked for characters that a database changes, and structured values are read back once.
     */
    Cell encode(String table, Record record) {
        try {
            Cell cell = read(record);
            if (cell instanceof Cell.Text(var text)) {
                UnstorableValue.checkText("Column " + name + " of table " + table, text);
                if (structured() && !cell(plain(cell)).equals(cell)) {
                    throw new UnstorableValue(
                            "Column " + name + " of table " + table + " is read back differently");
                }
            }
            if (cell instanceof Cell.Decimal(var number) && Double.isNaN(number)) {
                throw new UnstorableValue(
                        "Column " + name + " of table " + table + " is not a number");
            }
            return cell;
        } catch (UnstorableValue e) {
            throw e;
        } catch (RuntimeException e) {
            throw new UnstorableValue(
                    "Column %s of table %s cannot be stored: %s"
                            .formatted(name, table, e.getMessage()),
                    e);
        }
    }

    private boolean structured() {
        return type != String.class
                && !(type instanceof Class<?> plain
                        && (plain.isEnum() || wraps(plain, String.class)));
    }

    Object value(Cell cell) {
        if (cell instanceof Cell.Nothing) {
            if (optional) {
                return Optional.empty();
            }
            throw new IllegalStateException(
                    "Column " + name() + " is empty, and its record allows no gap");
        }
        Object plain = plain(cell);
        return optional ? Optional.of(plain) : plain;
    }

    private Cell cell(Object value) {
        return switch (value) {
            case String text -> new Cell.Text(text);
            case Long number -> new Cell.Whole(number);
            case Integer number -> new Cell.Whole(number);
            case Double number -> new Cell.Decimal(number);
            case Boolean yes -> new Cell.Whole(yes ? 1 : 0);
            case Instant at -> new Cell.Whole(Micros.of(at));
            case Duration lasting -> new Cell.Whole(Micros.of(lasting));
            case Enum<?> constant -> new Cell.Text(constant.name());
            case Record id when wraps(id.getClass(), String.class) ->
                    new Cell.Text((String) inner(id));
            case Record unit when wraps(unit.getClass(), long.class) ->
                    new Cell.Whole((Long) inner(unit));
            default -> new Cell.Text(JournalJson.write(value));
        };
    }

    private Object plain(Cell cell) {
        return switch (cell) {
            case Cell.Text(var text) -> fromText(text);
            case Cell.Whole(var number) -> fromWhole(number);
            case Cell.Decimal(var number) -> number;
            case Cell.Nothing _ -> throw new IllegalStateException("handled before");
        };
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object fromText(String text) {
        if (type == String.class) {
            return text;
        }
        if (type instanceof Class<?> enumType && enumType.isEnum()) {
            return Enum.valueOf((Class) enumType, text);
        }
        if (type instanceof Class<?> id && wraps(id, String.class)) {
            return make(id, text);
        }
        return JournalJson.read(text, type);
    }

    private Object fromWhole(long number) {
        if (type == int.class || type == Integer.class) {
            return Math.toIntExact(number);
        }
        if (type == boolean.class || type == Boolean.class) {
            return number != 0;
        }
        if (type == Instant.class) {
            return Micros.at(number);
        }
        if (type == Duration.class) {
            return Duration.of(number, ChronoUnit.MICROS);
        }
        return type instanceof Class<?> unit && wraps(unit, long.class)
                ? make(unit, number)
                : number;
    }

    private static Cell.Form form(Type type) {
        if (type == double.class || type == Double.class) {
            return Cell.Form.DECIMAL;
        }
        boolean whole =
                type == long.class
                        || type == Long.class
                        || type == int.class
                        || type == Integer.class
                        || type == boolean.class
                        || type == Boolean.class
                        || type == Instant.class
                        || type == Duration.class
                        || (type instanceof Class<?> unit && wraps(unit, long.class));
        return whole ? Cell.Form.WHOLE : Cell.Form.TEXT;
    }

    /** A record around one value, such as a typed id, is stored as that value. */
    private static boolean wraps(Class<?> type, Class<?> inner) {
        return SINGLE_COMPONENT.get(type).filter(only -> only.getType() == inner).isPresent();
    }

    private static Object inner(Record record) {
        return call(SINGLE_COMPONENT.get(record.getClass()).orElseThrow(), record);
    }

    private Object invoke(Record record) {
        return call(part, record);
    }

    private static Object call(RecordComponent part, Record record) {
        try {
            return part.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot read " + part, e);
        }
    }

    static <T> T make(Class<T> type, Object... values) {
        try {
            return type.cast(CONSTRUCTOR.get(type).newInstance(values));
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(
                    "The stored row is not a " + type.getSimpleName() + ": " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "The stored row does not make a " + type.getSimpleName(), e);
        }
    }
}
