package connlab.web;

import com.fasterxml.jackson.annotation.JsonInclude;

import connlab.backend.ProxySample;
import connlab.backend.ProxyType;
import connlab.lane.Lane;
import connlab.lane.ProxyRuntime;
import connlab.probe.Poller.Answer;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/**
 * The proxy on a lane's way. What it counts is absent where it is not of a type that can be asked,
 * or does not answer.
 *
 * @param state {@code up} or {@code down}; absent where it is not asked
 * @param reason why it is down; absent while it is up
 * @param settings its own settings that matter to a run
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ProxyView(
        String name,
        @Nullable String type,
        String proxy,
        String address,
        @Nullable String state,
        @Nullable String reason,
        @Nullable Double clientsActive,
        @Nullable Double clientsWaiting,
        @Nullable Double serversOpen,
        @Nullable Double longestWaitSeconds,
        Map<String, String> settings) {

    /** Null for a lane without a proxy, and for a proxy without an address. */
    static @Nullable ProxyView of(Lane<?> lane) {
        ProxyRuntime proxy = lane.proxy();
        return proxy == null || !proxy.configured() ? null : of(proxy);
    }

    private static ProxyView of(ProxyRuntime proxy) {
        ProxyType type = proxy.type();
        Answer<ProxySample> newest = proxy.newest();
        ProxySample sample = newest == null ? null : newest.sample();
        return new ProxyView(
                proxy.name(),
                type == null ? null : type.type(),
                proxy.info().display(),
                proxy.address(),
                newest == null ? null : newest.up() ? "up" : "down",
                newest == null || newest.up() ? null : newest.reason(),
                sample == null ? null : sample.clientsActive(),
                sample == null ? null : sample.clientsWaiting(),
                sample == null ? null : sample.serversOpen(),
                sample == null ? null : sample.longestWaitSeconds(),
                proxy.info().facts());
    }
}
