package connlab.metrics;

import io.prometheus.metrics.tracer.common.SpanContext;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The trace that the caller's request belongs to, by its header {@code traceparent} (W3C Trace
 * Context). Histograms keep some as exemplars, so that a slow trial leads to the caller's own trace
 * of it; connlab itself makes none.
 */
@Component
final class CallersTrace implements SpanContext {
    private static final Pattern TRACEPARENT =
            Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})");

    @Override
    public @Nullable String getCurrentTraceId() {
        Matcher trace = trace();
        return trace == null ? null : trace.group(1);
    }

    @Override
    public @Nullable String getCurrentSpanId() {
        Matcher trace = trace();
        return trace == null ? null : trace.group(2);
    }

    /** Whether the caller keeps that trace; one that is thrown away leads nowhere. */
    @Override
    public boolean isCurrentSpanSampled() {
        Matcher trace = trace();
        return trace != null && (Integer.parseInt(trace.group(3), 16) & 1) == 1;
    }

    /** Nobody is told: the span is the caller's. */
    @Override
    public void markCurrentSpanAsExemplar() {}

    private static @Nullable Matcher trace() {
        if (!(RequestContextHolder.getRequestAttributes()
                instanceof ServletRequestAttributes attributes)) {
            return null;
        }
        @Nullable String header = attributes.getRequest().getHeader("traceparent");
        Matcher trace = header == null ? null : TRACEPARENT.matcher(header);
        return trace != null && trace.matches() ? trace : null;
    }
}
