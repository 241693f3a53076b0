package slipway.bench.kit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Processes of this machine that work for a folder, whatever their parent and session. */
public final class LeftoverProcesses {

    private LeftoverProcesses() {}

    /**
     * Finds processes by environment variables, which children inherit: jobs name their directory, programs of a
     * bench its folder.
     */
    public static List<ProcessHandle> of(Path folder) throws IOException {
        return withVariable(folder.toAbsolutePath().toString());
    }

    /** Only processes that work for something below the folder, without the server of the folder itself. */
    public static List<ProcessHandle> below(Path folder) throws IOException {
        return withVariable(folder.toAbsolutePath() + "/");
    }

    private static List<ProcessHandle> withVariable(String mark) throws IOException {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .map(path -> path.getFileName().toString())
                    .filter(name -> name.matches("[0-9]+"))
                    .filter(name -> variables(name).contains(mark))
                    .flatMap(name -> ProcessHandle.of(Long.parseLong(name)).stream())
                    .filter(process -> !process.equals(ProcessHandle.current()))
                    .toList();
        }
    }

    /** Ends them by force. */
    static void end(Path folder) {
        try {
            of(folder).forEach(ProcessHandle::destroyForcibly);
        } catch (IOException e) {
            System.err.println("What still runs could not be found: " + e);
        }
    }

    private static String variables(String process) {
        try {
            return new String(
                    Files.readAllBytes(Path.of("/proc", process, "environ")),
                    StandardCharsets.ISO_8859_1);
        } catch (IOException goneOrForeign) {
            return "";
        }
    }
}
