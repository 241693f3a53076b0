package slipway.tidy.checkout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the text files of a checkout. Files that git ignores, hidden folders (except the project's settings) and
 * tidy's own fixtures are excluded. Links are not followed.
 */
final class Texts extends SimpleFileVisitor<Path> {

    private static final String FIXTURES = "tools/tidy/src/test/resources/fixtures";
    private static final Set<String> HIDDEN_BUT_READ = Set.of(".ci", ".github", ".mvn");
    private static final long LARGEST = 2_000_000;

    private final Path root;
    private final Set<String> ignored;
    private final List<TextFile> found = new ArrayList<>();

    private Texts(Path root, Set<String> ignored) {
        this.root = root;
        this.ignored = ignored;
    }

    static List<TextFile> read(Path root) {
        try {
            var texts = new Texts(root, ignoredByGit(root.resolve(".gitignore")));
            Files.walkFileTree(root, texts);
            return texts.found.stream().sorted(Comparator.comparing(TextFile::path)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Only plain {@code name/} lines are understood; more has not been needed. */
    private static Set<String> ignoredByGit(Path file) throws IOException {
        var names = new HashSet<>(Set.of("target"));
        if (Files.exists(file)) {
            Files.readAllLines(file).stream()
                    .filter(line -> line.matches("/?[\\w.-]+/"))
                    .map(line -> line.replace("/", ""))
                    .forEach(names::add);
        }
        return names;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
        String name = String.valueOf(directory.getFileName());
        boolean hidden = name.startsWith(".") && !HIDDEN_BUT_READ.contains(name);
        boolean skip =
                !directory.equals(root)
                        && (hidden || ignored.contains(name) || path(directory).equals(FIXTURES));
        return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        // In a second worktree .git is a file, which names a path of the machine.
        boolean ours = attributes.isRegularFile() && !file.equals(root.resolve(".git"));
        if (ours && attributes.size() <= LARGEST) {
            byte[] bytes = Files.readAllBytes(file);
            if (isText(bytes)) {
                found.add(new TextFile(path(file), new String(bytes, StandardCharsets.UTF_8)));
            }
        }
        return FileVisitResult.CONTINUE;
    }

    private String path(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private static boolean isText(byte[] bytes) {
        for (byte b : bytes) {
            if (b == 0) {
                return false;
            }
        }
        return true;
    }
}
