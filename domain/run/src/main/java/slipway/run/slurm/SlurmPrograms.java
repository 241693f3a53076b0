package slipway.run.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import slipway.run.engine.PosixAccount;

/**
 * Slurm's own programs, and the few others that are needed beside them. Each call has a time limit and a most that it
 * may say; nothing of the server's variables but what leads to Slurm goes along, because a server that was itself
 * started under Slurm would confuse them. What sbatch is started with, the job gets.
 */
final class SlurmPrograms {

    private static final List<String> INHERITED =
            List.of("PATH", "HOME", "USER", "LOGNAME", "LD_LIBRARY_PATH", "SLURM_CONF");

    /** What a job speaks; Slurm's programs are to speak one language only, so that they are understood. */
    private static final List<String> LOCALE = List.of("LANG", "LC_ALL", "TZ");

    /** What every machine has where it belongs; Slurm may be installed anywhere. */
    private static final Set<String> SYSTEM_PROGRAMS =
            Set.of("id", "setfacl", "install", "rm", "sudo");

    /** A hundred thousand jobs, each told of in full, are less. */
    private static final int MAX_OUTPUT_BYTES = 256 << 20;

    private static final int MAX_ERROR_BYTES = 64 << 10;
    private static final int READ_TIMEOUT_SECONDS = 5;

    private final SlurmSettings.Tooling settings;
    private final Optional<PosixAccount> account;

    SlurmPrograms(SlurmSettings.Tooling settings) {
        this(settings, Optional.empty());
    }

    private SlurmPrograms(SlurmSettings.Tooling settings, Optional<PosixAccount> account) {
        this.settings = settings;
        this.account = account;
    }

    /** The same by another account, if one is named. */
    SlurmPrograms as(Optional<PosixAccount> other) {
        return new SlurmPrograms(settings, other);
    }

    /** What a program said before it ended. */
    record Result(int code, String output, String errors) {

        boolean succeeded() {
            return code == 0;
        }

        /** Why it failed, in one line and in its own words. */
        String failure() {
            String text = errors.isBlank() ? output : errors;
            String line =
                    text.strip()
                            .replaceAll("(?m)^[a-z]+: (error: )?", "")
                            .replaceAll("\\s*\\n\\s*", "; ");
            return line.isBlank() ? "exit code " + code : line;
        }
    }

    /** Slurm did not answer in time, or cannot be asked at all. */
    static final class NoAnswer extends IOException {

        private static final long serialVersionUID = 1L;

        NoAnswer(String message) {
            super(message);
        }
    }

    /** An answer that must be a good one. */
    String outputOf(String... words) throws IOException {
        Result answer = run(List.of(words));
        if (!answer.succeeded()) {
            throw new IOException("%s said: %s".formatted(words[0], answer.failure()));
        }
        return answer.output;
    }

    Result run(List<String> words) throws IOException {
        Process process = command(words).redirectInput(new File("/dev/null")).start();
        try {
            var output = reading(process.getInputStream(), MAX_OUTPUT_BYTES);
            var errors = reading(process.getErrorStream(), MAX_ERROR_BYTES);
            if (!process.waitFor(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw noAnswer(words);
            }
            return new Result(
                    process.exitValue(),
                    output.get(READ_TIMEOUT_SECONDS, TimeUnit.SECONDS),
                    errors.get(READ_TIMEOUT_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            throw noAnswer(words);
        } catch (ExecutionException e) {
            throw new IOException(words.getFirst() + " could not be understood", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(words.getFirst() + " was not waited for", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private NoAnswer noAnswer(List<String> words) {
        return new NoAnswer(
                "%s gave no answer within %d s"
                        .formatted(words.getFirst(), settings.timeout().toSeconds()));
    }

    private static CompletableFuture<String> reading(InputStream from, int limit) {
        var text = new CompletableFuture<String>();
        Thread.ofVirtual()
                .name("slurm-answer")
                .start(
                        () -> {
                            try (from) {
                                byte[] bytes = from.readNBytes(limit);
                                if (from.read() >= 0) {
                                    throw new IOException("The answer is too long");
                                }
                                text.complete(new String(bytes, UTF_8));
                            } catch (IOException e) {
                                text.completeExceptionally(e);
                            }
                        });
        return text;
    }

    /** A program that somebody else starts and reads. */
    ProcessBuilder command(List<String> words) {
        Map<String, String> variables = variables(words.getFirst().equals("sbatch"));
        var all = new ArrayList<String>();
        account.ifPresent(it -> all.addAll(sudo(it, variables)));
        all.add(program(words.getFirst()));
        all.addAll(words.subList(1, words.size()));
        var builder = new ProcessBuilder(all).directory(new File("/"));
        builder.environment().clear();
        builder.environment().putAll(variables);
        return builder;
    }

    /** sudo lets no variable through; of ours that account's programs need what leads them to Slurm. */
    private static List<String> sudo(PosixAccount other, Map<String, String> variables) {
        var words = new ArrayList<>(List.of("sudo", "-n", "-u", other.name()));
        if (variables.containsKey("SLURM_CONF")) {
            words.add("SLURM_CONF=" + variables.get("SLURM_CONF"));
        }
        words.add("--");
        return words;
    }

    private String program(String name) {
        return settings.programs()
                .map(folder -> folder.resolve(name))
                .filter(file -> !SYSTEM_PROGRAMS.contains(name) || Files.exists(file))
                .map(Path::toString)
                .orElse(name);
    }

    private Map<String, String> variables(boolean forJob) {
        var variables = new TreeMap<>(System.getenv());
        variables
                .keySet()
                .removeIf(name -> !INHERITED.contains(name) && !(forJob && LOCALE.contains(name)));
        if (!forJob) {
            variables.put("LC_ALL", "C");
            variables.put("TZ", "UTC");
            variables.put("SLURM_TIME_FORMAT", "standard");
        }
        settings.configuration().ifPresent(file -> variables.put("SLURM_CONF", file.toString()));
        return variables;
    }
}
