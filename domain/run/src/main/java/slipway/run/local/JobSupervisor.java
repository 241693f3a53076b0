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
 * @param program the bytes of the supervisor
 * @param bubblewrap the bytes of bubblewrap: where both are used, no job may reach the file of either program
 * @param boot the boot id of the machine
 */
record JobSupervisor(
        MemorySegment program, MemorySegment bubblewrap, String boot, NativeSpawn spawn) {

    private static final Logger LOG = LoggerFactory.getLogger(JobSupervisor.class);
    private static final String RESOURCE = "job-supervisor-" + System.getProperty("os.arch");
    private static final int TIMEOUT_SECONDS = 10;

    /** The folders of an attempt's directory that the supervisor needs. */
    private static final List<String> DIRECTORIES = List.of("claim", "exit", "log", "tmp");

    /**
     * A job to start.
     *
     * @param cgroupProcs the file by which it joins its cgroup
     * @param sandboxArguments options of the sandbox, in the syntax of bubblewrap
     * @param variables its complete environment
     */
    record SupervisedJob(
            Path directory,
            String node,
            Optional<Path> cgroupProcs,
            List<String> sandboxArguments,
            SingleProcess job,
            Map<String, String> variables) {}

    /** The supervisor, if the build has one for this machine and it passes a trial run. */
    static Optional<JobSupervisor> find(SandboxPolicy sandboxPolicy, ProcFs procFs) {
        try (InputStream built = JobSupervisor.class.getResourceAsStream(RESOURCE)) {
            Optional<NativeSpawn> spawn = NativeSpawn.find();
            Optional<Path> bubblewrap = BubblewrapProbe.program();
            if (built == null || spawn.isEmpty() || bubblewrap.isEmpty()) {
                LOG.info("No job supervisor for this machine; launch.sh starts every job");
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
                    "The job supervisor failed its trial run, so launch.sh starts every job: {}",
                    e.getMessage());
            return Optional.empty();
        }
    }

    private static MemorySegment nativeCopy(byte[] bytes) {
        return Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, bytes);
    }

    private void trialRun(SandboxPolicy sandboxPolicy) throws IOException {
        Path directory = Files.createTempDirectory("slipway-job-supervisor");
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
                        Files.exists(log) ? Files.readString(log) : "it printed nothing");
            }
        } finally {
            deleteTree(directory);
        }
    }

    /** Includes the empty folders that were created as mount points. */
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
            throw new IOException("it did not end within %d s".formatted(TIMEOUT_SECONDS), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the wait was interrupted", e);
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

    /** Starts a launch.sh with its own sealed copy of bubblewrap: {@link NativeSpawn#SANDBOX_PROGRAM}. */
    SessionSpawner.Child start(Path script, Map<String, String> variables, Path output)
            throws IOException {
        try (SealedProgram sealedProgram = SealedProgram.of(bubblewrap)) {
            return spawn.start(script, variables, output, Optional.of(sealedProgram));
        }
    }
}
