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
 * Runs Slurm's programs and a few others. Each call has a timeout and a limit for its output. Only variables needed to
 * reach Slurm are passed, because those of a server that itself runs under Slurm would confuse the programs. A job
 * inherits the variables of its sbatch.
 */
final class SlurmPrograms {

    private static final List<String> INHERITED =
            List.of("PATH", "HOME", "USER", "LOGNAME", "LD_LIBRARY_PATH", "SLURM_CONF");

    /**
     * The locale is passed only to jobs; Slurm's own programs run in the C locale, so that their output can be parsed.
     */
    private static final List<String> LOCALE = List.of("LANG", "LC_ALL", "TZ");

    /** Programs of the operating system, found by PATH; Slurm may be installed anywhere. */
    private static final Set<String> SYSTEM_PROGRAMS =
            Set.of("id", "setfacl", "install", "rm", "sudo");

    /** More than the full listing of a hundred thousand jobs. */
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

    /** The same programs under another account, if one is given. */
    SlurmPrograms as(Optional<PosixAccount> other) {
        return new SlurmPrograms(settings, other);
    }

    /** Exit code and output of a program. */
    record Result(int code, String output, String errors) {

        boolean succeeded() {
            return code == 0;
        }

        /** Its error message in one line. */
        String failure() {
            String text = errors.isBlank() ? output : errors;
            String line =
                    text.strip()
                            .replaceAll("(?m)^[a-z]+: (error: )?", "")
                            .replaceAll("\\s*\\n\\s*", "; ");
            return line.isBlank() ? "exit code " + code : line;
        }
    }

    /** Slurm did not answer within the timeout. */
    static final class NoAnswer extends IOException {

        private static final long serialVersionUID = 1L;

        NoAnswer(String message) {
            super(message);
        }
    }

    /** The output of a program that must succeed. */
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

    /** A prepared program, for a caller that starts it and reads its output. */
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

    /** sudo passes no variables, so SLURM_CONF is set on its command line. */
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
