package connlab.experiment;

import connlab.backend.BadParameter;
import connlab.backend.Parameters;
import connlab.lane.BackendRuntime;
import connlab.lane.Lanes;
import connlab.run.BackendUse;

import org.springframework.stereotype.Component;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What one connection costs, part by part, for each way of making it. See docs/price-list.md for
 * what the rows and columns mean.
 */
@Component
final class PriceList implements Experiment {
    static final String NAME = "price-list";

    private final Lanes lanes;
    private final BackendUse use;

    PriceList(Lanes lanes, BackendUse use) {
        this.lanes = lanes;
        this.use = use;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "What one connection costs with each driver, login and encryption: TCP, TLS,"
                + " authentication, set-up, query and close, bytes, processor time and memory.";
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("backend", "only this one; all that are up");
        parameters.put("rounds", "turns of each way, 2 to 100; 10");
        parameters.put("millis", "length of a turn, 1 to 10000; 300");
        parameters.put("warmup", "seconds before the first round for each way, 0 to 60; 2");
        parameters.put(
                "memory",
                "false: leave out the server's memory, for which each way keeps 100 connections"
                        + " open; true");
        parameters.put("seed", "of the order within a round, 0 to 1000000; another each time");
        parameters.put(
                "cold",
                "true: also logins that MySQL has forgotten, by FLUSH PRIVILEGES before each, which"
                        + " its other clients feel; false");
        return parameters;
    }

    @Override
    public Plan plan(Parameters asked) {
        int rounds = asked.number("rounds", 10, 2, 100);
        int millis = asked.number("millis", 300, 1, 10_000);
        int warmup = asked.number("warmup", 2, 0, 60);
        int seed =
                asked.number("seed", ThreadLocalRandom.current().nextInt(1_000_000), 0, 1_000_000);
        return new PriceListPlan(
                asked.text("backend").map(this::named).orElseGet(this::all),
                use,
                new Rounds(rounds, seed),
                Duration.ofMillis(millis),
                Duration.ofSeconds(warmup),
                asked.oneOf("memory", "true", List.of("true", "false")).equals("true"),
                asked.flag("cold"));
    }

    private List<BackendRuntime> all() {
        return List.copyOf(lanes.backends());
    }

    private List<BackendRuntime> named(String name) {
        List<BackendRuntime> found = all().stream().filter(b -> b.name().equals(name)).toList();
        if (found.isEmpty()) {
            List<String> known = all().stream().map(BackendRuntime::name).toList();
            throw new BadParameter(
                    "backend", "backend is one of: " + String.join(", ", known) + ".");
        }
        return found;
    }
}
