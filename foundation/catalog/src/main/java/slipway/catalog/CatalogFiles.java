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
 * The files that a catalog is read from: those that come with Slipway, then the user's, whose rows take the place of
 * ours. A name that is none of ours is an error: a file called price.txt would otherwise be passed over in silence.
 */
final class CatalogFiles {

    /** No catalog is this large; what is was put there by mistake. */
    private static final long LARGEST = 8_000_000;

    /** What comes with Slipway. */
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

    /** What only a user can know. */
    private static final List<String> OWN = List.of("commitments", "own");

    private static final String ENDING = ".txt";

    private final Map<String, CatalogFile> users;

    private CatalogFiles(Map<String, CatalogFile> users) {
        this.users = users;
    }

    static CatalogFiles bundled() {
        return new CatalogFiles(Map.of());
    }

    /** Ours and those in this folder; a folder that is not there holds none. */
    static CatalogFiles with(Path folder, CatalogErrors catalogErrors) {
        if (!Files.isDirectory(folder)) {
            return bundled();
        }
        var users = new TreeMap<String, CatalogFile>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.getFileName().toString().endsWith(ENDING))
                    .sorted()
                    .forEach(file -> read(file, users, catalogErrors));
        } catch (IOException | UncheckedIOException unreadable) {
            catalogErrors.add(
                    SourceLocation.of(folder.toString()),
                    "",
                    "The folder cannot be read: " + unreadable);
        }
        return new CatalogFiles(users);
    }

    /** Ours first. */
    List<CatalogFile> of(String name) {
        var found = new ArrayList<CatalogFile>();
        if (BUNDLED.contains(name)) {
            found.add(resource(name));
        }
        CatalogFile user = users.get(name);
        if (user != null) {
            found.add(user);
        }
        return found;
    }

    private static void read(
            Path file, Map<String, CatalogFile> users, CatalogErrors catalogErrors) {
        String whole = file.getFileName().toString();
        String name = whole.substring(0, whole.length() - ENDING.length());
        var known = new ArrayList<>(BUNDLED);
        known.addAll(OWN);
        if (!known.contains(name)) {
            catalogErrors.add(
                    SourceLocation.of(UntrustedText.escaped(whole, 60)),
                    "",
                    "The catalog has no file of this name."
                            + SpellingSuggestion.didYouMean(name, known)
                            + " It has "
                            + Format.list(known)
                            + ", each with "
                            + ENDING
                            + " behind it.");
            return;
        }
        try {
            if (Files.size(file) > LARGEST) {
                catalogErrors.add(
                        SourceLocation.of(whole),
                        "",
                        "It is larger than " + LARGEST / 1_000_000 + " MB.");
            } else {
                users.put(name, new CatalogFile(whole, Files.readString(file)));
            }
        } catch (CharacterCodingException _) {
            catalogErrors.add(SourceLocation.of(whole), "", "It is not text in UTF-8.");
        } catch (IOException unreadable) {
            catalogErrors.add(SourceLocation.of(whole), "", "It cannot be read: " + unreadable);
        }
    }

    private static CatalogFile resource(String name) {
        String file = name + ENDING;
        try (InputStream in = CatalogFiles.class.getResourceAsStream(file)) {
            byte[] bytes = Objects.requireNonNull(in, file).readAllBytes();
            return new CatalogFile(file, new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
