package slipway.spec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;

/**
 * A parsed YAML text before validation.
 *
 * @param root empty for invalid YAML; an empty text is an empty block
 * @param mistakes of the text itself: broken YAML, keys written twice, bad UTF-8
 */
public record Document(String name, Optional<DocumentNode> root, List<Mistake> mistakes) {

    public static final ProblemCode NO_SUCH_DOCUMENT =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-document",
                    "A file that was named to be read is not there.");
    public static final ProblemCode UNREADABLE_DOCUMENT =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "unreadable-document",
                    "A file is there, but it cannot be read.");

    public Document {
        mistakes = List.copyOf(mistakes);
    }

    public static Document of(String name, String text) {
        return of(name, text, DocumentLimits.DEFAULT);
    }

    public static Document of(String name, String text, DocumentLimits documentLimits) {
        return of(name, text.getBytes(StandardCharsets.UTF_8), documentLimits);
    }

    /** Reads any text; {@link #mistakes} lists its errors. */
    public static Document of(String name, byte[] text, DocumentLimits documentLimits) {
        if (text.length > documentLimits.bytes()) {
            return broken(
                    SourceLocation.of(name),
                    "The text is longer than %,d bytes.".formatted(documentLimits.bytes()));
        }
        return decode(text)
                .map(decoded -> new YamlReader(name, documentLimits).read(decoded))
                .orElseGet(
                        () ->
                                broken(
                                        locationOfBadByte(name, text),
                                        "The text is not UTF-8. Save it as UTF-8."));
    }

    /** Reads a JSON text into the same tree; {@link #mistakes} lists its errors. */
    public static Document ofJson(String name, String text, DocumentLimits documentLimits) {
        return text.length() > documentLimits.bytes()
                ? broken(
                        SourceLocation.of(name),
                        "The text is longer than %,d bytes.".formatted(documentLimits.bytes()))
                : new JsonReader(name, documentLimits).read(text);
    }

    public static Document read(Path file) {
        return read(file, DocumentLimits.DEFAULT);
    }

    /** Reads the file. A file that is not there, or not readable, is a {@link Problem}. */
    public static Document read(Path file, DocumentLimits documentLimits) {
        return of(String.valueOf(file.getFileName()), bytes(file, documentLimits), documentLimits);
    }

    /**
     * The content of the file, for callers that detect its format. Of a file that is too long it returns one byte
     * more than allowed, so that /dev/zero cannot fill the memory.
     */
    public static byte[] bytes(Path file, DocumentLimits documentLimits) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(documentLimits.bytes() + 1);
        } catch (NoSuchFileException missing) {
            throw new Problem(
                            NO_SUCH_DOCUMENT,
                            "There is no file " + file + ".",
                            "It was looked for in " + folder(file) + ".",
                            "Check the name, or the folder you are in.")
                    .causedBy(missing);
        } catch (IOException unreadable) {
            throw new Problem(
                            UNREADABLE_DOCUMENT,
                            "Cannot read " + file + ".",
                            Files.isDirectory(file)
                                    ? "It is a folder."
                                    : "The system says: " + unreadable + ".",
                            "Name a file that this user may read.")
                    .causedBy(unreadable);
        }
    }

    static Document broken(SourceLocation sourceLocation, String text) {
        return new Document(
                sourceLocation.source(),
                Optional.empty(),
                List.of(new Mistake(sourceLocation, "", text)));
    }

    private static Path folder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null ? file : folder;
    }

    private static Optional<String> decode(byte[] text) {
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString());
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty();
        }
    }

    private static SourceLocation locationOfBadByte(String name, byte[] text) {
        var in = ByteBuffer.wrap(text);
        var out = CharBuffer.allocate(text.length);
        StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
        return YamlReader.locationAfter(name, out.flip());
    }
}
