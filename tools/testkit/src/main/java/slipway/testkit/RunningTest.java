package slipway.testkit;

import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.stream.Stream;

/** Finds the test that is running on this thread, as the launcher's {@code --only} wants it: {@code CLASS#METHOD}. */
final class RunningTest {

    private static final StackWalker STACK = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

    private RunningTest() {}

    static String find() {
        return STACK.walk(RunningTest::nearest);
    }

    private static String nearest(Stream<StackFrame> frames) {
        return frames.filter(RunningTest::isTest)
                .findFirst()
                .map(RunningTest::name)
                .orElse("CLASS#METHOD");
    }

    private static boolean isTest(StackFrame frame) {
        return Arrays.stream(frame.getDeclaringClass().getDeclaredMethods())
                .filter(method -> method.getName().equals(frame.getMethodName()))
                .flatMap(method -> Arrays.stream(method.getAnnotations()))
                .map(Annotation::annotationType)
                .anyMatch(type -> type.getName().startsWith("org.junit.jupiter"));
    }

    /** A nested class has a dollar in its name, which a shell would read as a variable. */
    private static String name(StackFrame frame) {
        String name = frame.getClassName() + "#" + frame.getMethodName();
        return name.contains("$") ? "'" + name + "'" : name;
    }
}
