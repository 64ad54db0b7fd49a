package connlab.preflight;

import connlab.ConnlabProperties;
import connlab.backend.Server;
import connlab.lane.BackendRuntime;
import connlab.lane.Lane;
import connlab.lane.Lanes;
import connlab.preflight.Situation.LaneState;
import connlab.preflight.Situation.ServerState;
import connlab.probe.ServerStatus;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Looks, before a run or after it, for what spoils one. It reads a few small files and what the
 * probes know already; nothing is opened and nothing changed.
 */
@Component
public final class Preflight {
    private final Lanes lanes;
    private final int headroom;
    private final int acceptCount;
    private final List<Check> checks;
    private final Host host;

    Preflight(
            Lanes lanes,
            ConnlabProperties properties,
            Environment environment,
            List<Check> checks,
            HostFiles files) {
        this.lanes = lanes;
        this.headroom = properties.limits().headroom();
        this.acceptCount =
                environment.getProperty("server.tomcat.accept-count", Integer.class, 100);
        this.checks = List.copyOf(checks);
        this.host = new Host(files);
    }

    /** What all checks find now, the worst first. */
    public List<Finding> findings() {
        return findings(checks, situation());
    }

    static List<Finding> findings(List<Check> checks, Situation situation) {
        List<Finding> findings = new ArrayList<>();
        for (Check check : checks) {
            try {
                findings.addAll(check.look(situation));
            } catch (Unreadable e) {
                findings.add(
                        Finding.unknown(check.name(), "this host", String.valueOf(e.getMessage())));
            }
        }
        findings.sort(Comparator.comparing(Finding::severity).thenComparing(Finding::check));
        return findings;
    }

    /** What spoiled a run that put this load on a lane just now, in a line each. */
    public List<String> spoiling(String lane, Bound.Load load) {
        return findings().stream()
                .filter(finding -> finding.spoils(lane, load))
                .map(Finding::text)
                .toList();
    }

    private Situation situation() {
        List<ServerState> servers = new ArrayList<>();
        for (BackendRuntime backend : lanes.backends()) {
            Server server = backend.server();
            if (server != null && server.port() > 0 && backend.status().up()) {
                servers.add(state(backend, server));
            }
        }
        List<LaneState> ready = new ArrayList<>();
        for (Lane<?> lane : lanes.all()) {
            if (lane.down().isEmpty()) {
                ready.add(state(lane));
            }
        }
        return new Situation(host, servers, ready, headroom, acceptCount);
    }

    private static ServerState state(BackendRuntime backend, Server server) {
        ServerStatus status = backend.status();
        return new ServerState(
                backend.name(),
                backend.type().kind(),
                backend.type().type(),
                server.address(),
                server.loopback(),
                backend.configured(),
                status.info(),
                status.limit());
    }

    private static LaneState state(Lane<?> lane) {
        Optional<Server> target = lane.server().filter(server -> server.port() > 0);
        return new LaneState(
                lane.id().name(),
                lane.id().backend(),
                lane.id().route(),
                lane.id().strategy().equals("pooled"),
                target.map(Server::address).orElse(null),
                target.map(Server::loopback).orElse(false),
                lane.settings());
    }
}
