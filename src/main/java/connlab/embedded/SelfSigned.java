package connlab.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * A certificate of the kind that MariaDB 11.4 makes for itself when it has none: RSA with 4,096
 * bits, self-signed, for ten years. MariaDB would take 2 to 20 seconds on each start; the JDK's
 * keytool takes one or two, while the server's tables are being made.
 *
 * @param certificate a PEM file
 * @param key a PEM file
 */
record SelfSigned(Path certificate, Path key) {
    private static final String ALIAS = "server";
    private static final String PASSWORD_VARIABLE = "CONNLAB_STORE_PASSWORD";

    static SelfSigned create(Path folder) throws IOException {
        Path store = folder.resolve("tls.p12");
        String password = Secret.next();
        new Launcher("keytool", folder, List.of(), Map.of(PASSWORD_VARIABLE, password))
                .run("keytool", keytool(store), "");
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

    private static List<String> keytool(Path store) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-keysize",
                "4096",
                "-sigalg",
                "SHA256withRSA",
                "-validity",
                "3650",
                "-dname",
                "CN=MariaDB Server",
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
        return Files.writeString(
                file, "-----BEGIN " + what + "-----\n" + base64 + "\n-----END " + what + "-----\n");
    }
}
