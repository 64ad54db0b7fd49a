package connlab.web;

import connlab.lane.BackendRuntime;
import connlab.lane.LabReady;
import connlab.lane.Lanes;
import connlab.probe.ServerStatus;

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
    private volatile int port;

    StartupReport(Environment environment) {
        this.host = environment.getProperty("server.address", "127.0.0.1");
    }

    @EventListener
    void listening(WebServerInitializedEvent event) {
        if (!"management".equals(event.getApplicationContext().getServerNamespace())) {
            port = event.getWebServer().getPort();
        }
    }

    @EventListener
    void ready(LabReady event) {
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
                servers(event.lanes()),
                base,
                base,
                base);
    }

    private static String servers(Lanes lanes) {
        TextTable table = new TextTable("  backend", "server", "origin", "address", "state");
        for (BackendRuntime backend : lanes.backends()) {
            ServerStatus status = backend.status();
            var server = backend.server();
            table.row(
                    "  " + backend.name(),
                    status.info().display(),
                    backend.origin(),
                    server == null || server.port() == 0 ? null : server.address(),
                    status.up() ? "up" : "down: " + status.reason());
        }
        return table.toString();
    }
}
