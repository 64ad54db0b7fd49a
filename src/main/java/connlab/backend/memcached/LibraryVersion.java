package connlab.backend.memcached;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of a library, as the jar that Maven built of it says. */
final class LibraryVersion {
    private LibraryVersion() {}

    static String of(Class<?> member, String group, String artifact) {
        String file = "/META-INF/maven/%s/%s/pom.properties".formatted(group, artifact);
        try (InputStream in = member.getResourceAsStream(file)) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", "");
        } catch (IOException _) {
            return "";
        }
    }
}
