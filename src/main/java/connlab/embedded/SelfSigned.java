package connlab.embedded;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * An RSA certificate, self-signed, for ten years. The JDK's keytool makes it in a second or two,
 * while the server is being unpacked.
 *
 * @param certificate a PEM file
 * @param key a PEM file
 */
record SelfSigned(Path certificate, Path key) {
    private static final System.Logger LOG = System.getLogger(SelfSigned.class.getName());
    private static final String ALIAS = "server";
    private static final String PASSWORD_VARIABLE = "CONNLAB_STORE_PASSWORD";

    /** Begins to make one of so many bits. */
    static FutureTask<Optional<SelfSigned>> begin(Path folder, int bits) {
        FutureTask<Optional<SelfSigned>> task = new FutureTask<>(() -> tried(folder, bits));
        Thread.ofVirtual().name("certificate").start(task);
        return task;
    }

    /** Empty where this JDK can't make one. */
    static Optional<SelfSigned> await(FutureTask<Optional<SelfSigned>> begun) throws IOException {
        try {
            return begun.get();
        } catch (ExecutionException e) {
            throw new IOException("no certificate could be made: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a certificate was made", e);
        }
    }

    private static Optional<SelfSigned> tried(Path folder, int bits) {
        try {
            return Optional.of(create(folder, bits));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "keytool makes no certificate", e);
            return Optional.empty();
        }
    }

    private static SelfSigned create(Path folder, int bits) throws IOException {
        Path store = folder.resolve("tls.p12");
        String password = Secret.next();
        new Launcher("keytool", folder, List.of(), Map.of(PASSWORD_VARIABLE, password))
                .run("keytool", keytool(store, bits), "");
        try {
            KeyStore keys = KeyStore.getInstance(store.toFile(), password.toCharArray());
            Key key = keys.getKey(ALIAS, password.toCharArray());
            Certificate certificate = keys.getCertificate(ALIAS);
            Files.delete(store);
            return new SelfSigned(
                    pem(folder.resolve("tls.crt"), "CERTIFICATE", certificate.getEncoded()),
                    pem(folder.resolve("tls.key"), "PRIVATE KEY", key.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IOException("keytool's key can't be read: " + e.getMessage(), e);
        }
    }

    private static List<String> keytool(Path store, int bits) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-keysize",
                Integer.toString(bits),
                "-sigalg",
                "SHA256withRSA",
                "-validity",
                "3650",
                "-dname",
                "CN=connlab",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass:env",
                PASSWORD_VARIABLE);
    }

    private static Path pem(Path file, String what, byte[] content) throws IOException {
        String base64 =
                Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(content);
        // A server refuses a key that others may read.
        Files.createFile(file);
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        return Files.writeString(
                file, "-----BEGIN " + what + "-----\n" + base64 + "\n-----END " + what + "-----\n");
    }
}
