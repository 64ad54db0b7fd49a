package connlab.web;

import connlab.lane.BackendRuntime;
import connlab.lane.LabReady;
import connlab.lane.Lanes;
import connlab.probe.ServerStatus;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Says, once all is ready, where to find what, and what to try next. */
@Component
class StartupReport {
    private static final Logger LOG = LoggerFactory.getLogger(StartupReport.class);

    private final String host;
    private int port;
    private @Nullable LabReady lab;

    StartupReport(Environment environment) {
        this.host = environment.getProperty("server.address", "127.0.0.1");
    }

    @EventListener
    synchronized void listening(WebServerInitializedEvent event) {
        if (!"management".equals(event.getApplicationContext().getServerNamespace())) {
            port = event.getWebServer().getPort();
            reportOnceBothAreUp();
        }
    }

    @EventListener
    synchronized void ready(LabReady event) {
        lab = event;
        reportOnceBothAreUp();
    }

    /** Either may be first: with nothing to start, the lab is ready before the web server. */
    private void reportOnceBothAreUp() {
        LabReady ready = lab;
        if (ready == null || port == 0) {
            return;
        }
        String base = "http://" + host + ":" + port;
        LOG.info(
                """
                connlab is ready at {}

                {}
                Try next:
                  curl '{}/connect?times=20'
                  ab -k -c 200 -t 10 -n 10000000 {}/pconnect
                  curl {}/lanes
                """,
                base,
                servers(ready.lanes()),
                base,
                base,
                base);
    }

    private static String servers(Lanes lanes) {
        TextTable table = new TextTable("  backend", "server", "origin", "address", "state");
        for (BackendRuntime backend : lanes.backends()) {
            ServerStatus status = backend.status();
            table.row(
                    "  " + backend.name(),
                    status.info().display(),
                    backend.origin(),
                    backend.address(),
                    status.up() ? "up" : "down: " + status.reason());
        }
        return table.toString();
    }
}
