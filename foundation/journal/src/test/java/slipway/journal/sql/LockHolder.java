package slipway.journal.sql;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import slipway.base.Problem;

/** A separate program that opens a data directory, prints the result, and holds it until its input ends. */
final class LockHolder {

    private LockHolder() {}

    public static void main(String[] args) throws IOException {
        var out =
                new PrintWriter(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (Database _ =
                Database.open(
                        new DatabaseAddress.Sqlite(Path.of(args[0])),
                        List.of(ModuleSchema.JOURNAL))) {
            out.println("open");
            int _ = System.in.read();
        } catch (Problem problem) {
            out.println(problem.code().name() + ": " + problem.getMessage());
        }
    }

    static Process start(Path directory) throws IOException {
        return new ProcessBuilder(command(classes(), directory))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    static String classes() {
        return System.getProperty(
                "surefire.test.class.path", System.getProperty("java.class.path"));
    }

    static List<String> command(String classes, Path directory) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classes,
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + directory.getParent(),
                LockHolder.class.getName(),
                directory.toString());
    }

    static String answer(Process process) throws IOException {
        return String.valueOf(process.inputReader().readLine());
    }
}
