package slipway.testkit.runner;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A worker as the scheduler sees it: a process, the class it runs now, and where its events arrive. */
final class WorkerProcess {

    /** What a worker did. */
    record Message(WorkerProcess from, TestEvent event) {}

    private static final List<String> JVM_OPTIONS =
            List.of(
                    "-Xmx1g",
                    "-XX:+UseSerialGC",
                    "--enable-native-access=ALL-UNNAMED",
                    "-Dfile.encoding=UTF-8");

    /**
     * Tests that wait for something run most of their code a few times, so compiling it well costs more than it gains.
     */
    private static final String WAITING = "-XX:TieredStopAtLevel=1";

    /** Tests that compute gain from it where a loop is hot, and only there. */
    private static final List<String> COMPUTING =
            List.of(
                    "-XX:Tier4InvocationThreshold=20000",
                    "-XX:Tier4MinInvocationThreshold=2500",
                    "-XX:Tier4CompileThreshold=60000",
                    "-XX:Tier4BackEdgeThreshold=200000");

    private final TestQueue queue;
    private final Path log;
    private final Process process;
    private final BufferedWriter names;
    private String running = "";
    private long since = System.nanoTime();

    private WorkerProcess(TestQueue queue, Path log, Process process) {
        this.queue = queue;
        this.log = log;
        this.process = process;
        names = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8));
    }

    static WorkerProcess start(
            TestQueue queue,
            int number,
            RunOptions options,
            ScratchFolder scratch,
            BlockingQueue<Message> inbox)
            throws IOException {
        Path logs = Files.createDirectories(queue.module().output().resolve("test-logs"));
        Path log = logs.resolve(queue.lane().label() + "-" + number + ".log");
        Files.deleteIfExists(log);
        var builder = new ProcessBuilder(command(queue, log, scratch, options));
        builder.directory(queue.module().home().toFile());
        builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        var worker = new WorkerProcess(queue, log, builder.start());
        Thread.ofVirtual().start(() -> worker.listen(inbox));
        return worker;
    }

    private static List<String> command(
            TestQueue queue, Path log, ScratchFolder scratch, RunOptions options) {
        var words = new ArrayList<String>();
        if (queue.lane().computes() && Files.isExecutable(Path.of("/usr/bin/nice"))) {
            words.addAll(
                    List.of("/usr/bin/nice", "-n", "5")); // those that wait for something go first
        }
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(JVM_OPTIONS);
        words.addAll(queue.lane().computes() ? COMPUTING : List.of(WAITING));
        words.addAll(options.jvmOptions());
        Path checkout = options.build().checkout();
        words.add("-Dslipway.checkout=" + checkout);
        words.add("-Dslipway.dist=" + checkout.resolve("target/slipway"));
        words.add("-Djava.io.tmpdir=" + scratch.path());
        String runner = System.getProperty("java.class.path");
        words.addAll(
                List.of("-cp", queue.module().classPath() + File.pathSeparator + absolute(runner)));
        words.addAll(
                List.of(TestWorker.class.getName(), log.toString(), options.selection().only()));
        return words;
    }

    /** The worker runs in the module's folder. */
    private static String absolute(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void listen(BlockingQueue<Message> inbox) {
        try (var lines = process.inputReader(UTF_8)) {
            lines.lines()
                    .forEach(
                            line ->
                                    TestEvent.decode(line)
                                            .ifPresent(
                                                    event -> inbox.add(new Message(this, event))));
            process.waitFor();
        } catch (IOException | UncheckedIOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        inbox.add(new Message(this, new TestEvent.Ended()));
    }

    /** Hands it the next class, or an empty line to end. */
    void give(String className) {
        running = className;
        since = System.nanoTime();
        try {
            names.write(className);
            names.newLine();
            names.flush();
        } catch (IOException e) {
            process.destroyForcibly(); // it ended by itself; the end of its output says so
        }
    }

    TestQueue queue() {
        return queue;
    }

    Path log() {
        return log;
    }

    String running() {
        return running;
    }

    Duration runningFor() {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    long pid() {
        return process.pid();
    }

    int exitCode() {
        return process.isAlive() ? -1 : process.exitValue();
    }

    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
