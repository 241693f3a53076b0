package slipway.server.commands;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import slipway.base.ProblemCode;

/**
 * All problem codes, for the reference. Modules declare their codes as constants; this finds them by reflection over
 * the product's classes on the class path.
 */
final class ProblemCodeList {

    private static final String OURS = "slipway/";
    private static final String CLASS = ".class";

    private ProblemCodeList() {}

    static List<ProblemCode> onClassPath() {
        String path = System.getProperty("java.class.path", "");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .filter(location -> !location.isBlank())
                .map(Path::of)
                .filter(ProblemCodeList::isProduct)
                .flatMap(location -> classes(location).stream())
                .flatMap(ProblemCodeList::codes)
                .distinct()
                .sorted(Comparator.comparing(ProblemCode::name))
                .toList();
    }

    /** Codes defined by tests are not part of the product. */
    private static boolean isProduct(Path location) {
        String name = String.valueOf(location.getFileName());
        return Files.exists(location)
                && !name.equals("test-classes")
                && !name.endsWith("-tests.jar");
    }

    private static List<String> classes(Path location) {
        try {
            return Files.isDirectory(location) ? inFolder(location) : inJar(location);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot look into " + location, unreadable);
        }
    }

    private static List<String> inFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(
                            file ->
                                    folder.relativize(file)
                                            .toString()
                                            .replace(File.separatorChar, '/'))
                    .filter(ProblemCodeList::isOurs)
                    .toList();
        }
    }

    private static List<String> inJar(Path file) throws IOException {
        try (var jar = new JarFile(file.toFile())) {
            return jar.stream()
                    .map(entry -> entry.getName())
                    .filter(ProblemCodeList::isOurs)
                    .toList();
        }
    }

    private static boolean isOurs(String name) {
        return name.startsWith(OURS) && name.endsWith(CLASS) && !name.endsWith("-info.class");
    }

    private static Stream<ProblemCode> codes(String file) {
        String name = file.substring(0, file.length() - CLASS.length()).replace('/', '.');
        try {
            Class<?> type = Class.forName(name, false, ProblemCodeList.class.getClassLoader());
            return Arrays.stream(type.getDeclaredFields())
                    .filter(ProblemCodeList::isCode)
                    .map(ProblemCodeList::value);
        } catch (ClassNotFoundException gone) {
            throw new IllegalStateException("The class path changed while it was read", gone);
        }
    }

    private static boolean isCode(Field field) {
        int modifiers = field.getModifiers();
        return field.getType() == ProblemCode.class
                && Modifier.isStatic(modifiers)
                && Modifier.isFinal(modifiers);
    }

    private static ProblemCode value(Field field) {
        try {
            field.setAccessible(true);
            return (ProblemCode) field.get(null);
        } catch (IllegalAccessException closed) {
            throw new IllegalStateException("A code cannot be read: " + field, closed);
        }
    }
}
