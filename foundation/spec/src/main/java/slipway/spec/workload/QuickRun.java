package slipway.spec.workload;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;
import slipway.base.text.ShellQuote;
import slipway.spec.Document;
import slipway.spec.DocumentLimits;
import slipway.spec.DocumentNode;
import slipway.spec.SpecKey;

/**
 * The spec of {@code slipway run train.py -- --lr 3e-4}, which has no file. The suffix, the first line or the
 * executable flag of the program determines how it is executed; its folder is the workdir.
 */
public final class QuickRun {

    public static final ProblemCode UNKNOWN_PROGRAM =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "unknown-program",
                    "A file was to be run, and nothing says what executes it.");

    private static final int MAX_FIRST_LINE = 200;

    private QuickRun() {}

    /** The spec of a program with its arguments and overriding flags. */
    public static WorkloadSpec spec(
            Path program, List<String> arguments, SpecOverrides specOverrides) {
        if (!Files.isRegularFile(program)) {
            throw missing(program);
        }
        Path file = program.toAbsolutePath().normalize();
        String name = fileName(file);
        boolean installed = program.isAbsolute() && suffix(name).isEmpty();
        List<String> words = new ArrayList<>(command(file, installed));
        words.addAll(arguments);
        SourceLocation sourceLocation = SourceLocation.of("slipway run " + name);
        List<DocumentNode.Entry> entries = new ArrayList<>();
        nameFrom(name).ifPresent(own -> entries.add(entry(sourceLocation, WorkloadKeys.NAME, own)));
        entries.add(entry(sourceLocation, WorkloadKeys.RUN, commandLine(words)));
        // A program of the system is there on every node; its folder is not the user's to send.
        if (!installed) {
            String folder = String.valueOf(file.getParent());
            entries.add(entry(sourceLocation, WorkloadKeys.WORKDIR, folder));
        }
        var block = new DocumentNode.Block(sourceLocation, entries);
        return WorkloadSpec.read(
                new Document(sourceLocation.source(), Optional.of(block), List.of()),
                specOverrides);
    }

    /** One line for sh that means exactly these words. */
    static String commandLine(List<String> words) {
        return words.stream().map(ShellQuote::of).collect(Collectors.joining(" "));
    }

    /** The name of a workload derived from a file name: {@code Train_BERT.py} becomes {@code train-bert}. */
    public static Optional<String> nameFrom(String text) {
        String plain =
                text.replaceAll("\\.[A-Za-z0-9]+$", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-");
        String name = plain.substring(0, Math.min(plain.length(), 63)).replaceAll("^-+|-+$", "");
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }

    private static List<String> command(Path file, boolean installed) {
        String name = fileName(file);
        Optional<List<String>> interpreter = interpreter(file);
        return switch (suffix(name)) {
            case "py" -> List.of("python3", name);
            case "yaml", "yml", "json" ->
                    throw new Problem(
                            UNKNOWN_PROGRAM,
                            name + " is not a program.",
                            "It looks like the spec of a workload.",
                            "Submit it: slipway submit " + name);
            default -> {
                if (Files.isExecutable(file)) {
                    yield List.of(installed ? file.toString() : "./" + name);
                }
                if (interpreter.isPresent()) {
                    List<String> words = new ArrayList<>(interpreter.get());
                    words.add(name);
                    yield words;
                }
                if (suffix(name).equals("sh")) {
                    yield List.of("sh", name);
                }
                throw new Problem(
                        UNKNOWN_PROGRAM,
                        "Nothing says how to run " + name + ".",
                        "It ends neither in .py nor in .sh, has no first line with #!, and may not be executed.",
                        "Make it executable (chmod +x " + name + "), or write a spec with run.");
            }
        };
    }

    /** The words after {@code #!} in the first line. */
    private static Optional<List<String>> interpreter(Path file) {
        byte[] begin = Document.bytes(file, new DocumentLimits(MAX_FIRST_LINE, 1, 1));
        String line = new String(begin, StandardCharsets.ISO_8859_1).lines().findFirst().orElse("");
        String words = line.startsWith("#!") ? line.substring(2).strip() : "";
        return words.isEmpty() ? Optional.empty() : Optional.of(List.of(words.split("\\s+", 2)));
    }

    private static Problem missing(Path program) {
        return new Problem(
                Document.NO_SUCH_DOCUMENT,
                "There is no file " + program + ".",
                Files.isDirectory(program)
                        ? "It is a folder."
                        : "It was looked for in " + folder(program) + ".",
                "Check the name, or the folder you are in.");
    }

    private static Path folder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null ? file : folder;
    }

    private static String fileName(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static String suffix(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 1 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }

    private static DocumentNode.Entry entry(
            SourceLocation sourceLocation, SpecKey<?> specKey, String text) {
        return new DocumentNode.Entry(
                sourceLocation, specKey.name(), new DocumentNode.Value(sourceLocation, text, true));
    }
}
