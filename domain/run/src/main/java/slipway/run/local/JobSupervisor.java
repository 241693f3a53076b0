package slipway.run.local;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.run.attempt.SingleProcess;
import slipway.run.sandbox.BubblewrapProbe;
import slipway.run.sandbox.SandboxPolicy;

/**
 * The job supervisor: a program that runs a job of one process. It makes the sandbox, writes the log and records the
 * exit code, at less than a quarter of the cost of a shell and bubblewrap. It exists where the build found a C
 * compiler, and is used after it passed a trial run; elsewhere, and for gangs and launchers, {@code launch.sh} is used.
 *
 * @param program the program itself
 * @param bubblewrap the other one: where both are used, a job in the one must not reach the file of the other
 * @param boot what the machine calls the time since it was started
 */
record JobSupervisor(
        MemorySegment program, MemorySegment bubblewrap, String boot, NativeSpawn spawn) {

    private static final Logger LOG = LoggerFactory.getLogger(JobSupervisor.class);
    private static final String RESOURCE = "job-supervisor-" + System.getProperty("os.arch");
    private static final int TIMEOUT_SECONDS = 10;

    /** What of an attempt's directory it cannot do without. */
    private static final List<String> DIRECTORIES = List.of("claim", "exit", "log", "tmp");

    /**
     * One job.
     *
     * @param sandboxArguments the words for what it sees
     * @param cgroupProcs the file by which it joins its control group
     * @param variables all that it finds
     */
    record SupervisedJob(
            Path directory,
            String node,
            Optional<Path> cgroupProcs,
            List<String> sandboxArguments,
            SingleProcess job,
            Map<String, String> variables) {}

    /** Where there is one, and it works here; nothing of its trial stays behind. */
    static Optional<JobSupervisor> find(SandboxPolicy sandboxPolicy, ProcFs procFs) {
        try (InputStream built = JobSupervisor.class.getResourceAsStream(RESOURCE)) {
            Optional<NativeSpawn> spawn = NativeSpawn.find();
            Optional<Path> bubblewrap = BubblewrapProbe.program();
            if (built == null || spawn.isEmpty() || bubblewrap.isEmpty()) {
                LOG.info("There is no cradle for this machine; every job is started by launch.sh");
                return Optional.empty();
            }
            var jobSupervisor =
                    new JobSupervisor(
                            nativeCopy(built.readAllBytes()),
                            nativeCopy(Files.readAllBytes(bubblewrap.get())),
                            procFs.bootId(),
                            spawn.get());
            jobSupervisor.trialRun(sandboxPolicy);
            return Optional.of(jobSupervisor);
        } catch (IOException e) {
            LOG.info(
                    "The cradle does not work here, so every job is started by launch.sh: {}",
                    e.getMessage());
            return Optional.empty();
        }
    }

    private static MemorySegment nativeCopy(byte[] bytes) {
        return Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, bytes);
    }

    private void trialRun(SandboxPolicy sandboxPolicy) throws IOException {
        Path directory = Files.createTempDirectory("slipway-cradle");
        for (String each : DIRECTORIES) {
            Files.createDirectory(directory.resolve(each));
        }
        try {
            var inside =
                    SandboxPolicy.JobAccess.minimal(directory, directory.resolve("tmp").toString());
            var job = new SingleProcess(List.of("/bin/true"), Map.of(), directory.resolve("work"));
            List<String> arguments = sandboxPolicy.arguments(inside);
            await(
                    start(
                            new SupervisedJob(
                                    directory, "", Optional.empty(), arguments, job, Map.of())));
            Path exit = directory.resolve("exit/0");
            if (!Files.exists(exit) || !Files.readString(exit).equals("0\n")) {
                Path log = directory.resolve("log/0");
                throw new IOException(
                        Files.exists(log) ? Files.readString(log) : "it said nothing");
            }
        } finally {
            deleteTree(directory);
        }
    }

    /** With the empty folders that were made to mount something on. */
    private static void deleteTree(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static void await(SessionSpawner.Child child) throws IOException {
        try {
            child.end().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            PosixSignals.kill(child.pid(), PosixSignals.KILL);
            throw new IOException("it does not come to an end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("it was not waited for", e);
        }
    }

    SessionSpawner.Child start(SupervisedJob supervisedJob) throws IOException {
        var arguments = new ArrayList<String>();
        supervisedJob.cgroupProcs.ifPresent(
                file -> arguments.addAll(List.of("--group", file.toString())));
        arguments.addAll(supervisedJob.sandboxArguments);
        arguments.addAll(List.of("--chdir", supervisedJob.job.directory().toString(), "--"));
        arguments.addAll(supervisedJob.job.command());
        try (SealedProgram sealedProgram = SealedProgram.of(program)) {
            var claim =
                    List.of(
                            "--keep",
                            supervisedJob.directory.toString(),
                            "0",
                            boot,
                            supervisedJob.node);
            arguments.addAll(0, claim);
            arguments.addFirst(sealedProgram.path());
            return spawn.start(arguments, supervisedJob.variables);
        }
    }

    /** Starts a launch.sh, whose sandbox is made by a bubblewrap of its own: {@link NativeSpawn#SANDBOX_PROGRAM}. */
    SessionSpawner.Child start(Path script, Map<String, String> variables, Path output)
            throws IOException {
        try (SealedProgram sealedProgram = SealedProgram.of(bubblewrap)) {
            return spawn.start(script, variables, output, Optional.of(sealedProgram));
        }
    }
}
