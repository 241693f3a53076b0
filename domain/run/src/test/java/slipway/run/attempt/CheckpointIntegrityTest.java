package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // given by JUnit
class CheckpointIntegrityTest {

    @TempDir private Path folder;

    private Path file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    private static byte[] cut(byte[] bytes, int by) {
        return Arrays.copyOf(bytes, bytes.length - by);
    }

    private static byte[] zip() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("archive/data.pkl"));
            zip.write(new byte[100_000]);
            zip.setComment("weights");
        }
        return bytes.toByteArray();
    }

    private static byte[] safetensors() {
        byte[] header =
                "{\"w\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}"
                        .getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + header.length + 8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header.length)
                .put(header)
                .array();
    }

    @Test
    void a_zip_with_its_end_record_is_complete() throws IOException {
        byte[] whole = zip();
        assertThat(CheckpointIntegrity.check(file("model.pt", whole))).contains(true);
        for (int by : new int[] {1, 20, 50, whole.length - 5}) {
            assertThat(CheckpointIntegrity.check(file("model.pt", cut(whole, by)))).contains(false);
        }
    }

    @Test
    void safetensors_of_the_declared_length_are_complete() throws IOException {
        byte[] whole = safetensors();
        assertThat(CheckpointIntegrity.check(file("model.safetensors", whole))).contains(true);
        for (int by : new int[] {1, 8, 20, whole.length - 3}) {
            assertThat(CheckpointIntegrity.check(file("model.safetensors", cut(whole, by))))
                    .contains(false);
        }
    }

    @Test
    void an_index_is_complete_when_its_shards_exist() throws IOException {
        byte[] index =
                "{\"weight_map\": {\"a\": \"m-1.safetensors\", \"b\": \"m-2.safetensors\"}}"
                        .getBytes(StandardCharsets.UTF_8);
        Path file = file("model.safetensors.index.json", index);
        file("m-1.safetensors", safetensors());
        assertThat(CheckpointIntegrity.check(file)).contains(false);
        file("m-2.safetensors", safetensors());
        assertThat(CheckpointIntegrity.check(file)).contains(true);
    }

    @Test
    void other_formats_are_unknown_and_empty_weights_are_incomplete() throws IOException {
        assertThat(
                        CheckpointIntegrity.check(
                                file("state.json", "{}".getBytes(StandardCharsets.UTF_8))))
                .isEmpty();
        assertThat(CheckpointIntegrity.check(file("latest", new byte[0]))).isEmpty();
        assertThat(CheckpointIntegrity.check(file("model.bin", new byte[0]))).contains(false);
    }
}
