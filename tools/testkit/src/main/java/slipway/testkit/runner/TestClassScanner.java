package slipway.testkit.runner;

import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the test classes of a module and their lanes by reading class files; nothing is loaded. */
final class TestClassScanner {

    private static final String TAG = "Lorg/junit/jupiter/api/Tag;";
    private static final String TAGS = "Lorg/junit/jupiter/api/Tags;";

    private final Path folder;
    private final Map<String, ClassModel> models = new TreeMap<>();

    private TestClassScanner(Path folder) {
        this.folder = folder;
    }

    /** Top-level classes named {@code *Test} or {@code *IT} that are not abstract, each with its lane. */
    static Map<String, Lane> scan(Path testClasses) throws IOException {
        var scanner = new TestClassScanner(testClasses);
        scanner.read();
        var found = new TreeMap<String, Lane>();
        scanner.models.forEach(
                (name, model) -> {
                    if (isTest(name, model)) {
                        found.put(name.replace('/', '.'), Lane.of(name, scanner.tags(name)));
                    }
                });
        return found;
    }

    private static boolean isTest(String name, ClassModel model) {
        return (name.endsWith("Test") || name.endsWith("IT"))
                && !name.contains("$")
                && !model.flags().has(AccessFlag.ABSTRACT);
    }

    private void read() throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(file -> file.toString().endsWith(".class")).sorted().toList();
        }
        for (Path file : files) {
            var model = ClassFile.of().parse(file);
            models.put(model.thisClass().asInternalName(), model);
        }
    }

    /** Its own and, because JUnit's tags are inherited, those of its superclasses and interfaces in this module. */
    private Set<String> tags(String name) {
        var tags = new TreeSet<String>();
        var model = models.get(name);
        if (model == null) {
            return tags;
        }
        model.findAttribute(Attributes.runtimeVisibleAnnotations())
                .ifPresent(all -> all.annotations().forEach(each -> addTags(each, tags)));
        var parents = new ArrayList<>(model.interfaces());
        model.superclass().ifPresent(parents::add);
        parents.stream()
                .map(ClassEntry::asInternalName)
                .forEach(parent -> tags.addAll(tags(parent)));
        return tags;
    }

    private static void addTags(Annotation annotation, Set<String> tags) {
        String type = annotation.className().stringValue();
        if (!type.equals(TAG) && !type.equals(TAGS)) {
            return;
        }
        for (var element : annotation.elements()) {
            addTags(element.value(), tags);
        }
    }

    private static void addTags(AnnotationValue value, Set<String> tags) {
        switch (value) {
            case AnnotationValue.OfString text -> tags.add(text.stringValue());
            case AnnotationValue.OfAnnotation inner -> addTags(inner.annotation(), tags);
            case AnnotationValue.OfArray array ->
                    array.values().forEach(each -> addTags(each, tags));
            default -> {}
        }
    }
}
