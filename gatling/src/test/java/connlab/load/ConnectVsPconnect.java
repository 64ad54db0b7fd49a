package connlab.load;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A connection for each request against a pool: the two lanes of a backend.
 *
 * <p>{@code mvn -f gatling gatling:test -Dbackend=mysql}; the further options are {@link
 * Settings}'.
 */
public final class ConnectVsPconnect extends InTurn {
    /** Asks the service and plans the rounds. */
    public ConnectVsPconnect() {
        super("connect-vs-pconnect", ConnectVsPconnect::ways);
    }

    private static List<Way> ways(Settings settings, Service service) {
        return settings.paths().stream()
                .map(path -> way(path, service.laneOf(path), settings))
                .toList();
    }

    private static Way way(String path, String lane, Settings settings) {
        return new Way(lane, lane, path, settings.name());
    }

    @Override
    String closing(Settings settings, Service service, List<Way> ways) {
        String lanes = ways.stream().map(Way::lane).sorted().collect(Collectors.joining(","));
        return "Verdict with its confidence interval, from at least 5 rounds: curl '%s/runs/compare?lanes=%s'\n"
                .formatted(settings.baseUrl(), lanes);
    }
}
