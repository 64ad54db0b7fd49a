package connlab.experiment;

import connlab.backend.Backend.Kind;
import connlab.backend.BadParameter;
import connlab.backend.Parameters;
import connlab.lane.Lane;
import connlab.lane.Lanes;
import connlab.run.BackendUse;

import org.springframework.stereotype.Component;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** Rate and p99 over the size of a pool, for callers and a work of the user's choice. */
@Component
final class PoolSize implements Experiment {
    static final String NAME = "pool-size";

    private static final int LARGEST = 1000;

    /** So many callers can follow one another on a connection in a turn. */
    private static final int FEWEST_IN_A_ROW = 10;

    private final Lanes lanes;
    private final BackendUse uses;

    PoolSize(Lanes lanes, BackendUse uses) {
        this.lanes = lanes;
        this.uses = uses;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "How many requests a pool of 1, 2, 4 ... connections answers, how long they take,"
                + " and the smallest size that is enough.";
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("lane", "a pooled SQL lane; mysql-pooled");
        parameters.put("callers", "who want a connection, all the time, 1 to 1000; 64");
        parameters.put("query", "false: only borrow and give back; true");
        parameters.put("hold", "how long each keeps it after that, 0 to 1000 ms, as in 5ms; 0ms");
        parameters.put("max", "the largest size, 1 to 1000; as many as there are callers");
        parameters.put("rounds", "turns of each size, 2 to 100; 10");
        parameters.put("millis", "length of a turn, 100 to 60000; 1000");
        parameters.put("replicas", "services with such a pool, 1 to 10000; 1");
        parameters.put("cores", "of the database's host, 1 to 1024; this host's");
        parameters.put("disks", "of the database's host, 0 to 1024; 1");
        parameters.put("seed", "of the order within a round, 0 to 1000000; another each time");
        return parameters;
    }

    @Override
    public Plan plan(Parameters asked) {
        Lane<?> lane = lane(asked.text("lane").orElse("mysql-pooled"));
        int callers = asked.number("callers", 64, 1, LARGEST);
        int most = asked.number("max", callers, 1, LARGEST);
        PoolRoom room = PoolRoom.of(lane);
        Duration hold = asked.duration("hold", Duration.ZERO, Duration.ofSeconds(1));
        Duration length = Duration.ofMillis(asked.number("millis", 1000, 100, 60_000));
        if (hold.multipliedBy(FEWEST_IN_A_ROW).compareTo(length) > 0) {
            throw new BadParameter(
                    "millis",
                    "millis is at least %d times hold, here %d to 60000: a turn must see some end."
                            .formatted(
                                    FEWEST_IN_A_ROW,
                                    hold.multipliedBy(FEWEST_IN_A_ROW).toMillis()));
        }
        boolean query = asked.oneOf("query", "true", List.of("true", "false")).equals("true");
        int seed =
                asked.number("seed", ThreadLocalRandom.current().nextInt(1_000_000), 0, 1_000_000);
        return new PoolSizePlan(
                lanes,
                uses,
                lane,
                new PoolSizePlan.Load(callers, query, hold),
                sizes(room.atMost(most)),
                most,
                room,
                new Rounds(asked.number("rounds", 10, 2, 100), seed),
                length,
                asked.number("replicas", 1, 1, 10_000),
                new PoolFormula(
                        asked.number("cores", Runtime.getRuntime().availableProcessors(), 1, 1024),
                        asked.number("disks", 1, 0, 1024)));
    }

    /** 1, 2, 4 and so on, and the largest allowed. */
    static List<Integer> sizes(int most) {
        List<Integer> sizes = new ArrayList<>();
        for (int size = 1; size < most; size *= 2) {
            sizes.add(size);
        }
        sizes.add(most);
        return sizes;
    }

    private Lane<?> lane(String name) {
        Lane<?> lane = lanes.find(name).filter(PoolSize::fits).orElseThrow(() -> noSuchLane());
        return lane;
    }

    private BadParameter noSuchLane() {
        List<String> known =
                lanes.all().stream().filter(PoolSize::fits).map(lane -> lane.id().name()).toList();
        return new BadParameter("lane", "lane is one of: " + String.join(", ", known) + ".");
    }

    private static boolean fits(Lane<?> lane) {
        return lane.kind() == Kind.SQL && lane.id().strategy().equals("pooled");
    }
}
