package slipway.surface.web.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** Certificates: given as PEM files, or made by the running Java's own keytool and kept in the data directory. */
final class Certificates {

    static final ProblemCode BAD_CERTIFICATE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-certificate",
                    "The certificate or its key cannot be read or do not belong together.");
    static final ProblemCode NO_CERTIFICATE =
            ProblemCode.of(
                    ProblemKind.OUTSIDE, "no-certificate", "A certificate could not be made.");

    private static final String FILE = "tls.p12";

    /** Protects nothing that the file's own permissions do not; the format wants one. */
    private static final String PASSWORD = "slipway";

    private static final List<String> KINDS = List.of("RSA", "EC", "Ed25519");

    private Certificates() {}

    static SslContextFactory.Server context(ListenSettings listenSettings) {
        var context = new SslContextFactory.Server();
        context.setKeyStore(
                switch (listenSettings.tls()) {
                    case ListenSettings.Tls.Given(var certificate, var key) ->
                            fromPem(certificate, key);
                    case ListenSettings.Tls.Generated(var directory) ->
                            generated(directory, listenSettings);
                    case ListenSettings.Tls.Off() -> throw new IllegalStateException("TLS is off");
                });
        context.setKeyStorePassword(PASSWORD);
        context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        context.setRenegotiationAllowed(false);
        // The name is checked at the door, with a readable answer.
        context.setSniRequired(false);
        return context;
    }

    /** What is there already; nothing is made. A certificate and a key that do not belong together are a problem. */
    static Optional<X509Certificate> existing(ListenSettings.Tls tls) {
        return switch (tls) {
            case ListenSettings.Tls.Off() -> Optional.empty();
            case ListenSettings.Tls.Given(var certificate, var key) ->
                    first(fromPem(certificate, key));
            case ListenSettings.Tls.Generated(var directory) ->
                    Files.exists(directory.resolve(FILE))
                            ? first(read(directory.resolve(FILE)))
                            : Optional.empty();
        };
    }

    private static Optional<X509Certificate> first(KeyStore store) {
        try {
            return store.getCertificate(store.aliases().nextElement()) instanceof X509Certificate it
                    ? Optional.of(it)
                    : Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A certificate that was just read", e);
        }
    }

    /** The certificate that is shown to whoever comes, as PEM. */
    static String pem(SslContextFactory.Server context) {
        try {
            KeyStore store = context.getKeyStore();
            byte[] certificate = store.getCertificate(store.aliases().nextElement()).getEncoded();
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate)
                    + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A certificate that was just read", e);
        }
    }

    private static KeyStore fromPem(Path certificate, Path key) {
        try (InputStream in = Files.newInputStream(certificate)) {
            Collection<? extends Certificate> chain =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (chain.isEmpty()) {
                throw bad(certificate, "It holds no certificate.");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    "slipway",
                    privateKey(key),
                    PASSWORD.toCharArray(),
                    chain.toArray(Certificate[]::new));
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw bad(certificate, "The system says: " + e.getMessage() + ".").causedBy(e);
        }
    }

    private static PrivateKey privateKey(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.US_ASCII);
        int from = text.indexOf("-----BEGIN PRIVATE KEY-----");
        int to = text.indexOf("-----END PRIVATE KEY-----");
        if (from < 0 || to < from) {
            throw bad(file, "It holds no unencrypted key in PKCS #8 form.");
        }
        byte[] bytes =
                Base64.getMimeDecoder()
                        .decode(text.substring(from + "-----BEGIN PRIVATE KEY-----".length(), to));
        for (String kind : KINDS) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (GeneralSecurityException another) {
                // The bytes say of which kind they are only to the right factory.
            }
        }
        throw bad(file, "Its kind of key is not one of " + String.join(", ", KINDS) + ".");
    }

    private static KeyStore generated(Path directory, ListenSettings listenSettings) {
        Path file = directory.resolve(FILE);
        try {
            if (!Files.exists(file)) {
                generate(directory, file, listenSettings);
            }
            return read(file);
        } catch (IOException e) {
            throw unusable(directory, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a certificate was made", e);
        }
    }

    /** What was made at an earlier start. */
    private static KeyStore read(Path file) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(Files.readAllBytes(file)), PASSWORD.toCharArray());
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw unusable(file.toAbsolutePath().resolveSibling(""), e);
        }
    }

    private static Problem unusable(Path directory, Exception e) {
        return new Problem(
                        NO_CERTIFICATE,
                        "No certificate could be made in " + directory + ".",
                        "The system says: " + e.getMessage() + ".",
                        "Correct that, remove "
                                + FILE
                                + " if it is damaged, or give a certificate as tls.certificate and tls.key.")
                .causedBy(e);
    }

    private static void generate(Path directory, Path file, ListenSettings listenSettings)
            throws IOException, InterruptedException {
        // The tool writes by the umask, so it writes into a folder that nobody else can open.
        Path closed =
                Files.createTempDirectory(
                        directory,
                        "tls",
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
        Path fresh = closed.resolve(FILE);
        try {
            runKeytool(fresh, listenSettings);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
            Files.delete(closed);
        }
    }

    private static void runKeytool(Path into, ListenSettings listenSettings)
            throws IOException, InterruptedException {
        var command =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                        "-genkeypair",
                        "-alias",
                        "slipway",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=Slipway",
                        "-ext",
                        "san=" + String.join(",", names(listenSettings)),
                        "-validity",
                        "3650",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        into.toString(),
                        "-storepass",
                        PASSWORD);
        Process keytool = command.redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!keytool.waitFor(1, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
            keytool.destroyForcibly();
            throw new IOException("keytool failed: " + said.lines().findFirst().orElse(""));
        }
    }

    private static Set<String> names(ListenSettings listenSettings) throws IOException {
        Set<String> names = new TreeSet<>(List.of("dns:localhost", "ip:127.0.0.1", "ip:::1"));
        listenSettings
                .publicUrl()
                .map(URI::getHost)
                .ifPresent(name -> names.add(kind(name) + name));
        InetAddress address = InetAddress.getByName(listenSettings.host());
        if (!address.isAnyLocalAddress()) {
            names.add("ip:" + address.getHostAddress());
        }
        return names;
    }

    private static String kind(String host) {
        return host.matches("[0-9.]+") ? "ip:" : "dns:";
    }

    private static Problem bad(Path file, String why) {
        return new Problem(
                BAD_CERTIFICATE,
                "The certificate cannot be used: " + file + ".",
                why,
                "Give the certificate with its chain and its key as PEM files: tls.certificate and tls.key.");
    }
}
