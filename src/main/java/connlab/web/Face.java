package connlab.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.util.MimeTypeUtils;

import java.util.ArrayList;
import java.util.List;

/** In what form a caller wants its results. */
enum Face {
    TEXT("text/plain"),
    JSON("application/json"),
    CSV("text/csv"),
    HTML("text/html");

    private final String type;

    Face(String type) {
        this.type = type;
    }

    MediaType type() {
        return new MediaType(MediaType.parseMediaType(type), UTF_8);
    }

    private boolean meantBy(MediaType wanted) {
        return this == JSON
                ? wanted.getSubtype().contains("json")
                : wanted.equalsTypeAndSubtype(type());
    }

    /** The most wanted type that names one of them; text for everything else. */
    static Face of(HttpServletRequest request) {
        @Nullable String accept = request.getHeader(HttpHeaders.ACCEPT);
        if (accept == null) {
            return TEXT;
        }
        for (MediaType wanted : mostWantedFirst(accept)) {
            for (Face face : values()) {
                if (face.meantBy(wanted)) {
                    return face;
                }
            }
        }
        return TEXT;
    }

    private static List<MediaType> mostWantedFirst(String accept) {
        try {
            List<MediaType> types = new ArrayList<>(MediaType.parseMediaTypes(accept));
            MimeTypeUtils.sortBySpecificity(types);
            types.sort((a, b) -> Double.compare(b.getQualityValue(), a.getQualityValue()));
            return types;
        } catch (InvalidMediaTypeException _) {
            return List.of();
        }
    }
}
