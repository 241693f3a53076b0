import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Part of ./slipway: gives the classes of a jar that were compiled for Java 5 a newer version and the stack maps that come with
 * it. The start-up cache of the Java machine holds no class without stack maps, so a command would load and verify all of
 * picocli's at every start: 55 ms of 190 (STACK, measured). The classes' behavior does not change.
 *
 * <p>Usage: java Renew.java JAR...
 */
final class Renew {

    /** The first version whose classes the cache can hold is 50; 52 is what other libraries have. */
    private static final int TOO_OLD = ClassFile.JAVA_6_VERSION;

    private static final int NEW = ClassFile.JAVA_8_VERSION;

    private Renew() {}

    public static void main(String[] jars) throws IOException {
        for (String jar : jars) {
            renew(Path.of(jar));
        }
    }

    private static void renew(Path jar) throws IOException {
        Map<String, byte[]> entries = entries(jar);
        if (entries.entrySet().stream()
                .noneMatch(entry -> isOld(entry.getKey(), entry.getValue()))) {
            return;
        }
        ClassFile classes = classes(entries);
        Path fresh = jar.resolveSibling(jar.getFileName() + ".new");
        try (var out = new ZipOutputStream(Files.newOutputStream(fresh))) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                var header = new ZipEntry(entry.getKey());
                header.setTime(0);
                out.putNextEntry(header);
                boolean old = isOld(entry.getKey(), entry.getValue());
                out.write(old ? renewed(classes, entry.getValue()) : entry.getValue());
                out.closeEntry();
            }
        }
        Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Map<String, byte[]> entries(Path file) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (var jar = new JarFile(file.toFile())) {
            for (var entry : jar.stream().filter(entry -> !entry.isDirectory()).toList()) {
                try (InputStream in = jar.getInputStream(entry)) {
                    entries.put(entry.getName(), in.readAllBytes());
                }
            }
        }
        return entries;
    }

    private static boolean isOld(String name, byte[] bytes) {
        boolean isClass = name.endsWith(".class") && bytes.length > 8;
        return isClass && ((bytes[6] & 0xff) << 8 | bytes[7] & 0xff) < TOO_OLD;
    }

    /** Stack maps say which class a value is of, so the jar's own classes must be known. */
    private static ClassFile classes(Map<String, byte[]> entries) {
        ClassHierarchyResolver own =
                ClassHierarchyResolver.ofResourceParsing(
                        (ClassDesc type) -> {
                            String name = type.descriptorString();
                            byte[] found =
                                    entries.get(name.substring(1, name.length() - 1) + ".class");
                            return found == null ? null : new ByteArrayInputStream(found);
                        });
        return ClassFile.of(
                StackMapsOption.GENERATE_STACK_MAPS,
                ClassHierarchyResolverOption.of(
                        own.orElse(ClassHierarchyResolver.defaultResolver())));
    }

    private static byte[] renewed(ClassFile classes, byte[] old) {
        ClassModel model = classes.parse(old);
        ClassTransform version =
                (builder, element) -> {
                    if (element instanceof ClassFileVersion) {
                        builder.withVersion(NEW, 0);
                    } else {
                        builder.with(element);
                    }
                };
        return classes.transformClass(
                model,
                version.andThen(ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)));
    }
}
