package connlab.experiment;

import connlab.backend.Backend.Kind;
import connlab.backend.BadParameter;
import connlab.backend.Parameters;
import connlab.lane.Lane;
import connlab.lane.Lanes;
import connlab.trial.Trial;

import org.springframework.stereotype.Component;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The old benchmark's loop: so many times open and close in a row, without and with a query, on
 * every way of connecting anew.
 */
@Component
final class ConnectLoop implements Experiment {
    static final String NAME = "connect-loop";

    private final Lanes lanes;
    private final Trial trial;

    ConnectLoop(Lanes lanes, Trial trial) {
        this.lanes = lanes;
        this.trial = trial;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "How long 20 connections in a row take, one after the other, without and with a"
                + " query, and how many times as long on PostgreSQL as on MySQL.";
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("times", "connections in a row, 1 to 1000; 20");
        parameters.put("rounds", "turns of each lane, 2 to 200; 10");
        parameters.put("warmup", "seconds before the first round for each lane, 0 to 60; 5");
        parameters.put("seed", "of the order within a round, 0 to 1000000; another each time");
        parameters.put("lanes", "names with commas between; all per-request SQL lanes that are up");
        return parameters;
    }

    @Override
    public Plan plan(Parameters asked) {
        int times = asked.number("times", 20, 1, 1000);
        int rounds = asked.number("rounds", 10, 2, 200);
        int warmup = asked.number("warmup", 5, 0, 60);
        int seed =
                asked.number("seed", ThreadLocalRandom.current().nextInt(1_000_000), 0, 1_000_000);
        List<Lane<?>> chosen = asked.text("lanes").map(this::named).orElseGet(this::all);
        return new ConnectLoopPlan(
                trial, chosen, times, new Rounds(rounds, seed), Duration.ofSeconds(warmup));
    }

    private List<Lane<?>> all() {
        List<Lane<?>> all = new ArrayList<>();
        lanes.all().stream().filter(ConnectLoop::fits).forEach(all::add);
        return all;
    }

    private List<Lane<?>> named(String names) {
        List<Lane<?>> named = new ArrayList<>();
        for (String name : names.split(",", -1)) {
            Optional<Lane<?>> lane = lanes.find(name.strip()).filter(ConnectLoop::fits);
            named.add(lane.orElseThrow(this::noSuchLane));
        }
        return named;
    }

    private static boolean fits(Lane<?> lane) {
        return lane.kind() == Kind.SQL && lane.id().strategy().equals("per-request");
    }

    private BadParameter noSuchLane() {
        List<String> known = all().stream().map(lane -> lane.id().name()).toList();
        return new BadParameter(
                "lanes",
                "lanes is one or more of these, with commas: " + String.join(", ", known) + ".");
    }
}
