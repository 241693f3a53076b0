package slipway.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import slipway.base.SourceLocation;
import slipway.base.text.Format;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;

/**
 * The files of a catalog: the bundled ones, then the user's, whose rows replace bundled rows. An unknown file name
 * is an error: a file named price.txt would otherwise be ignored silently.
 */
final class CatalogFiles {

    /** No catalog is this large; a larger file is there by mistake. */
    private static final long MAX_BYTES = 8_000_000;

    /** Bundled files. */
    static final List<String> BUNDLED =
            List.of(
                    "links",
                    "accelerators",
                    "machines",
                    "storage",
                    "providers",
                    "failures",
                    "drift",
                    "prices",
                    "spot",
                    "models");

    /** Files that only a user can provide. */
    private static final List<String> USER_ONLY = List.of("commitments", "own");

    private static final String EXTENSION = ".txt";

    private final Map<String, CatalogFile> userFiles;

    private CatalogFiles(Map<String, CatalogFile> userFiles) {
        this.userFiles = userFiles;
    }

    static CatalogFiles bundled() {
        return new CatalogFiles(Map.of());
    }

    /** Bundled files and those in this folder; a missing folder has none. */
    static CatalogFiles withUserFiles(Path folder, CatalogErrors catalogErrors) {
        if (!Files.isDirectory(folder)) {
            return bundled();
        }
        var userFiles = new TreeMap<String, CatalogFile>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.getFileName().toString().endsWith(EXTENSION))
                    .sorted()
                    .forEach(file -> read(file, userFiles, catalogErrors));
        } catch (IOException | UncheckedIOException unreadable) {
            catalogErrors.add(
                    SourceLocation.of(folder.toString()),
                    "",
                    "The folder cannot be read: " + unreadable);
        }
        return new CatalogFiles(userFiles);
    }

    /** The bundled file first. */
    List<CatalogFile> files(String name) {
        var found = new ArrayList<CatalogFile>();
        if (BUNDLED.contains(name)) {
            found.add(resource(name));
        }
        CatalogFile user = userFiles.get(name);
        if (user != null) {
            found.add(user);
        }
        return found;
    }

    private static void read(
            Path file, Map<String, CatalogFile> userFiles, CatalogErrors catalogErrors) {
        String whole = file.getFileName().toString();
        String name = whole.substring(0, whole.length() - EXTENSION.length());
        var known = new ArrayList<>(BUNDLED);
        known.addAll(USER_ONLY);
        if (!known.contains(name)) {
            catalogErrors.add(
                    SourceLocation.of(UntrustedText.escaped(whole, 60)),
                    "",
                    "The catalog has no file of this name."
                            + SpellingSuggestion.didYouMean(name, known)
                            + " It has "
                            + Format.list(known)
                            + ", each with "
                            + EXTENSION
                            + " behind it.");
            return;
        }
        try {
            if (Files.size(file) > MAX_BYTES) {
                catalogErrors.add(
                        SourceLocation.of(whole),
                        "",
                        "It is larger than " + MAX_BYTES / 1_000_000 + " MB.");
            } else {
                userFiles.put(name, new CatalogFile(whole, Files.readString(file)));
            }
        } catch (CharacterCodingException _) {
            catalogErrors.add(SourceLocation.of(whole), "", "It is not text in UTF-8.");
        } catch (IOException unreadable) {
            catalogErrors.add(SourceLocation.of(whole), "", "It cannot be read: " + unreadable);
        }
    }

    private static CatalogFile resource(String name) {
        String file = name + EXTENSION;
        try (InputStream in = CatalogFiles.class.getResourceAsStream(file)) {
            byte[] bytes = Objects.requireNonNull(in, file).readAllBytes();
            return new CatalogFile(file, new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
