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
    private static final List<String> SPOKEN = List.of("LANG", "LC_ALL", "TZ");

    /** What every machine has where it belongs; Slurm may be installed anywhere. */
    private static final Set<String> BESIDE = Set.of("id", "setfacl", "install", "rm", "sudo");

    /** A hundred thousand jobs, each told of in full, are less. */
    private static final int MOST_SAID = 256 << 20;

    private static final int MOST_COMPLAINED = 64 << 10;
    private static final int LAST_WORDS_SECONDS = 5;

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
    record Answer(int code, String said, String complained) {

        boolean well() {
            return code == 0;
        }

        /** Why it failed, in one line and in its own words. */
        String trouble() {
            String text = complained.isBlank() ? said : complained;
            String line =
                    text.strip()
                            .replaceAll("(?m)^[a-z]+: (error: )?", "")
                            .replaceAll("\\s*\\n\\s*", "; ");
            return line.isBlank() ? "exit code " + code : line;
        }
    }

    /** Slurm did not answer in time, or cannot be asked at all. */
    static final class Silence extends IOException {

        private static final long serialVersionUID = 1L;

        Silence(String message) {
            super(message);
        }
    }

    /** An answer that must be a good one. */
    String told(String... words) throws IOException {
        Answer answer = ask(List.of(words));
        if (!answer.well()) {
            throw new IOException("%s said: %s".formatted(words[0], answer.trouble()));
        }
        return answer.said;
    }

    Answer ask(List<String> words) throws IOException {
        Process process = command(words).redirectInput(new File("/dev/null")).start();
        try {
            var said = reading(process.getInputStream(), MOST_SAID);
            var complained = reading(process.getErrorStream(), MOST_COMPLAINED);
            if (!process.waitFor(settings.patience().toMillis(), TimeUnit.MILLISECONDS)) {
                throw silence(words);
            }
            return new Answer(
                    process.exitValue(),
                    said.get(LAST_WORDS_SECONDS, TimeUnit.SECONDS),
                    complained.get(LAST_WORDS_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            throw silence(words);
        } catch (ExecutionException e) {
            throw new IOException(words.getFirst() + " could not be understood", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(words.getFirst() + " was not waited for", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private Silence silence(List<String> words) {
        return new Silence(
                "%s gave no answer within %d s"
                        .formatted(words.getFirst(), settings.patience().toSeconds()));
    }

    private static CompletableFuture<String> reading(InputStream from, int most) {
        var text = new CompletableFuture<String>();
        Thread.ofVirtual()
                .name("slurm-answer")
                .start(
                        () -> {
                            try (from) {
                                byte[] bytes = from.readNBytes(most);
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
        account.ifPresent(it -> all.addAll(becoming(it, variables)));
        all.add(program(words.getFirst()));
        all.addAll(words.subList(1, words.size()));
        var builder = new ProcessBuilder(all).directory(new File("/"));
        builder.environment().clear();
        builder.environment().putAll(variables);
        return builder;
    }

    /** sudo lets no variable through; of ours that account's programs need what leads them to Slurm. */
    private static List<String> becoming(PosixAccount other, Map<String, String> variables) {
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
                .filter(file -> !BESIDE.contains(name) || Files.exists(file))
                .map(Path::toString)
                .orElse(name);
    }

    private Map<String, String> variables(boolean forJob) {
        var variables = new TreeMap<>(System.getenv());
        variables
                .keySet()
                .removeIf(name -> !INHERITED.contains(name) && !(forJob && SPOKEN.contains(name)));
        if (!forJob) {
            variables.put("LC_ALL", "C");
            variables.put("TZ", "UTC");
            variables.put("SLURM_TIME_FORMAT", "standard");
        }
        settings.configuration().ifPresent(file -> variables.put("SLURM_CONF", file.toString()));
        return variables;
    }
}
