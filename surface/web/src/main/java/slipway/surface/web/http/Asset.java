package slipway.surface.web.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** A file that never changes under its name, so that browsers may cache it. */
public final class Asset {

    private final String type;
    private final byte[] plain;
    private final Optional<byte[]> gzipped;

    private Asset(String type, byte[] plain, Optional<byte[]> gzipped) {
        this.type = type;
        this.plain = plain;
        this.gzipped = gzipped;
    }

    /** A compressible asset. */
    public static Asset text(String type, byte[] bytes) {
        return new Asset(type, bytes, Optional.of(gzip(bytes)));
    }

    /** An asset that is compressed already. */
    public static Asset packed(String type, byte[] bytes) {
        return new Asset(type, bytes, Optional.empty());
    }

    String type() {
        return type;
    }

    byte[] plain() {
        return plain;
    }

    /** The compressed bytes, for clients that accept gzip. */
    Optional<byte[]> gzipped() {
        return gzipped;
    }

    static byte[] gzip(byte[] bytes) {
        var out = new ByteArrayOutputStream(bytes.length / 3 + 64);
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
