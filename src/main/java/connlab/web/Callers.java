package connlab.web;

import connlab.backend.BadParameter;
import connlab.trial.Origin;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** What a request says about its sender. */
final class Callers {
    private static final String LABEL_HEADER = "X-Connlab-Run";
    private static final String INTENDED_HEADER = "X-Connlab-Intended";
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9._-]{1,64}(/[0-9]{1,6})?");

    private Callers() {}

    /** {@code *}{@code /*} never means JSON. */
    static boolean wantsJson(HttpServletRequest request) {
        @Nullable String accept = request.getHeader("Accept");
        return accept != null && accept.contains("json");
    }

    /** The query's parameters, each given once. */
    static Map<String, String> parameters(HttpServletRequest request) {
        Map<String, String> parameters = new HashMap<>();
        if (request.getQueryString() == null && request.getMethod().equals("GET")) {
            return parameters;
        }
        request.getParameterMap()
                .forEach(
                        (name, values) -> {
                            if (values.length > 1) {
                                throw new BadParameter(name, "Say it only once.");
                            }
                            parameters.put(name, values[0]);
                        });
        return parameters;
    }

    /** Where the caller found this service: {@code http://localhost:8080}. */
    static String base() {
        return ServletUriComponentsBuilder.fromCurrentContextPath().toUriString();
    }

    static Origin origin(HttpServletRequest request) {
        @Nullable String label = request.getHeader(LABEL_HEADER);
        @Nullable String intended = request.getHeader(INTENDED_HEADER);
        if (label == null && intended == null) {
            return Origin.UNLABELLED;
        }
        return new Origin(label == null ? "" : checked(label), intended(intended));
    }

    private static String checked(String label) {
        if (!LABEL.matcher(label).matches()) {
            throw new BadParameter(
                    LABEL_HEADER,
                    LABEL_HEADER
                            + " is a name or name/round: up to 64 letters, digits, '.', '_' or"
                            + " '-', and a number.");
        }
        return label;
    }

    private static OptionalLong intended(@Nullable String micros) {
        if (micros == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(micros));
        } catch (NumberFormatException _) {
            throw new BadParameter(
                    INTENDED_HEADER, INTENDED_HEADER + " is microseconds since 1970.");
        }
    }
}
