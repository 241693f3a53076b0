package slipway.surface.web.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import slipway.surface.web.http.Asset;

/**
 * The style sheets, scripts and fonts of pages. The name of each contains a hash of its content, so that browsers may
 * cache it forever and load a new one after an upgrade. All are served by this server, so that pages work without a
 * network.
 */
public final class Assets {

    private static final List<String> FONTS =
            List.of(
                    "inter-latin-400-normal.woff2",
                    "inter-latin-500-normal.woff2",
                    "inter-latin-600-normal.woff2");
    private static final List<String> OTHERS =
            List.of(
                    "tabler.min.css",
                    "slipway.css",
                    "theme.js",
                    "format.js",
                    "shell.js",
                    "forms.js",
                    "live.js",
                    "queue.js",
                    "log.js",
                    "plan.js",
                    "charts.js",
                    "echarts.min.js");
    private static final Map<String, String> TYPES =
            Map.of(
                    "css", "text/css; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "woff2", "font/woff2");

    private final Map<String, String> paths = new TreeMap<>();
    private final Map<String, byte[]> plain = new TreeMap<>();
    private final Map<String, Asset> ready = new ConcurrentHashMap<>();

    private Assets() {}

    static Assets load() {
        var assets = new Assets();
        FONTS.forEach(name -> assets.add(name, resource("assets/" + name)));
        OTHERS.forEach(name -> assets.add(name, assets.load(name)));
        return assets;
    }

    /** Replaces the names of the fonts in the style sheet by their names with hashes. */
    private byte[] load(String name) {
        byte[] bytes = resource("assets/" + name);
        if (!name.equals("slipway.css")) {
            return bytes;
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        for (String font : FONTS) {
            text = text.replace("url(" + font + ")", "url(" + path(font) + ")");
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void add(String name, byte[] bytes) {
        int dot = name.lastIndexOf('.');
        String hashed = name.substring(0, dot) + "-" + hash(bytes) + name.substring(dot);
        paths.put(name, "/assets/" + hashed);
        plain.put(hashed, bytes);
    }

    /** The path of an asset. */
    public String path(String name) {
        return Optional.ofNullable(paths.get(name))
                .orElseThrow(() -> new IllegalArgumentException("No such asset: " + name));
    }

    /** The asset of a name with its hash. */
    Optional<Asset> find(String hashed) {
        return Optional.ofNullable(plain.get(hashed))
                .map(bytes -> ready.computeIfAbsent(hashed, _ -> asset(hashed, bytes)));
    }

    private static Asset asset(String name, byte[] bytes) {
        String ending = name.substring(name.lastIndexOf('.') + 1);
        String type = String.valueOf(TYPES.get(ending));
        return ending.equals("woff2") ? Asset.packed(type, bytes) : Asset.text(type, bytes);
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    static byte[] resource(String name) {
        try (InputStream in = Assets.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("The jar lacks " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
