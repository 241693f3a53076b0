package slipway.run.attempt;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks whether a checkpoint file is complete, as far as its format shows. A zip (the format of {@code torch.save})
 * ends with its directory; safetensors has its length in the header; an index names its shards. A file whose writer was
 * killed lacks its end.
 */
public final class CheckpointIntegrity {

    private static final Pattern WEIGHTS =
            Pattern.compile(".*\\.(pt|pth|ckpt|bin|safetensors|distcp|npz|npy|h5|zip)");
    private static final Pattern INDEX = Pattern.compile(".*\\.index\\.json");
    private static final Pattern SHARD =
            Pattern.compile(":\\s*\"([^\"/]+\\.(?:safetensors|bin))\"");
    private static final Pattern OFFSETS =
            Pattern.compile("\"data_offsets\"\\s*:\\s*\\[\\s*\\d+\\s*,\\s*(\\d{1,18})\\s*]");

    private static final int ZIP_BEGINS = 0x04034b50;
    private static final int ZIP_ENDS = 0x06054b50;
    private static final int ZIP_END = 22;
    private static final int MAX_COMMENT = 65_535;
    private static final int MAX_HEADER = 32 << 20;

    private CheckpointIntegrity() {}

    /** Whether the file is complete; empty if its format does not show it. */
    public static Optional<Boolean> check(Path file) throws IOException {
        String name = file.getFileName().toString();
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        long size = Files.size(file);
        if (size == 0) {
            return WEIGHTS.matcher(name).matches() ? Optional.of(false) : Optional.empty();
        }
        if (name.endsWith(".safetensors")) {
            return safetensors(file, size);
        }
        if (INDEX.matcher(name).matches()) {
            return Optional.of(hasAllShards(file));
        }
        return beginsAsZip(file) ? Optional.of(endsAsZip(file)) : Optional.empty();
    }

    private static boolean beginsAsZip(Path file) {
        return littleEndian(file, 0, 4).filter(first -> first.getInt(0) == ZIP_BEGINS).isPresent();
    }

    /** The end record of a zip may be followed by a comment, whose length is in the record. */
    private static boolean endsAsZip(Path file) {
        ByteBuffer end =
                littleEndian(file, -(ZIP_END + MAX_COMMENT), ZIP_END + MAX_COMMENT)
                        .orElse(ByteBuffer.allocate(0));
        for (int at = end.limit() - ZIP_END; at >= 0; at--) {
            if (end.getInt(at) == ZIP_ENDS
                    && at + ZIP_END + Short.toUnsignedInt(end.getShort(at + ZIP_END - 2))
                            == end.limit()) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Boolean> safetensors(Path file, long size) {
        Optional<Long> header =
                littleEndian(file, 0, 8)
                        .filter(first -> first.limit() == 8)
                        .map(it -> it.getLong(0));
        if (header.isEmpty() || header.get() < 2 || header.get() > size - 8) {
            return Optional.of(false);
        }
        if (header.get() > MAX_HEADER) {
            return Optional.empty();
        }
        String text =
                read(file, 8, header.get().intValue())
                        .map(bytes -> new String(bytes, ISO_8859_1))
                        .orElse("");
        Matcher offsets = OFFSETS.matcher(text);
        long most = 0;
        while (offsets.find()) {
            most = Math.max(most, Long.parseLong(offsets.group(1)));
        }
        return Optional.of(size >= 8 + header.get() + most);
    }

    private static boolean hasAllShards(Path index) {
        String text = read(index, 0, MAX_HEADER).map(bytes -> new String(bytes, UTF_8)).orElse("");
        return SHARD.matcher(text)
                .results()
                .map(shard -> index.resolveSibling(shard.group(1)))
                .distinct()
                .allMatch(Files::exists);
    }

    private static Optional<ByteBuffer> littleEndian(Path file, long from, int most) {
        return read(file, from, most)
                .filter(bytes -> bytes.length >= 4)
                .map(bytes -> ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    }

    private static Optional<byte[]> read(Path file, long from, int most) {
        return new UntrustedFiles(file.resolveSibling("."))
                .read(file.getFileName().toString(), from, most);
    }
}
