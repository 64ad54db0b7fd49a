package connlab.experiment;

import connlab.backend.Server;
import connlab.backend.memcached.CacheClient;
import connlab.backend.memcached.CacheLibrary;
import connlab.backend.memcached.CachePipeline;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * What one client does in one round: so many sets of {@code key0} to {@code key1000} chosen at
 * random, then so many gets of keys that were set. Each get's answer is compared.
 *
 * @param value another one in each turn, so that a get can't be right by an older set
 */
record ClientRound(List<String> sets, List<String> gets, byte[] value) {
    private static final int KEYS = 1001;
    private static final int EXPIRY_SECONDS = 600;

    /** As many are on their way at once where the client can. */
    static final int BATCH = 100;

    static ClientRound of(int sets, int gets, long seed, int turn) {
        Random random = new Random(seed);
        List<String> stored = new ArrayList<>();
        for (int i = 0; i < sets; i++) {
            stored.add("key" + random.nextInt(KEYS));
        }
        List<String> read = new ArrayList<>();
        for (int i = 0; i < gets; i++) {
            read.add(stored.get(random.nextInt(sets)));
        }
        // As long as the old benchmark's "val1" for the first 4096 turns.
        byte[] value = "v%03x".formatted(turn).getBytes(StandardCharsets.US_ASCII);
        return new ClientRound(stored, read, value);
    }

    /**
     * The old timer's markers, in seconds, and what was wrong with the gets.
     *
     * @param misses gets that found nothing
     * @param wrong gets that found another value than the one that was set
     */
    record Markers(
            double init, double connect, double dataset, double dataget, int misses, int wrong) {
        double total() {
            return init + connect + dataset + dataget;
        }
    }

    /** Runs it with a client of its own, which is closed after the last marker. */
    Markers run(CacheLibrary library, boolean pipelined, Server server) throws TrialFailure {
        long begin = System.nanoTime();
        try (CacheClient client = library.build(server)) {
            long built = System.nanoTime();
            client.awaitConnected();
            long connected = System.nanoTime();
            Work work = pipelined ? batches(client.pipeline().orElseThrow()) : oneByOne(client);
            work.set();
            long stored = System.nanoTime();
            int[] faults = work.get();
            long read = System.nanoTime();
            return new Markers(
                    seconds(begin, built),
                    seconds(built, connected),
                    seconds(connected, stored),
                    seconds(stored, read),
                    faults[0],
                    faults[1]);
        }
    }

    private static double seconds(long from, long to) {
        return (to - from) / 1e9;
    }

    private interface Work {
        void set() throws TrialFailure;

        /** How many misses, and how many wrong values. */
        int[] get() throws TrialFailure;
    }

    private Work oneByOne(CacheClient client) {
        return new Work() {
            @Override
            public void set() throws TrialFailure {
                for (String key : sets) {
                    client.set(key, value, EXPIRY_SECONDS);
                }
            }

            @Override
            public int[] get() throws TrialFailure {
                int[] faults = new int[2];
                for (String key : gets) {
                    count(client.get(key), faults);
                }
                return faults;
            }
        };
    }

    private Work batches(CachePipeline pipeline) {
        return new Work() {
            @Override
            public void set() throws TrialFailure {
                for (int i = 0; i < sets.size(); i += BATCH) {
                    pipeline.setAll(batch(sets, i), value, EXPIRY_SECONDS);
                }
            }

            @Override
            public int[] get() throws TrialFailure {
                int[] faults = new int[2];
                for (int i = 0; i < gets.size(); i += BATCH) {
                    for (byte[] answer : pipeline.getAll(batch(gets, i))) {
                        count(answer, faults);
                    }
                }
                return faults;
            }
        };
    }

    private static List<String> batch(List<String> keys, int from) {
        return keys.subList(from, Math.min(keys.size(), from + BATCH));
    }

    private void count(byte @Nullable [] answer, int[] faults) {
        if (answer == null) {
            faults[0]++;
        } else if (!Arrays.equals(answer, value)) {
            faults[1]++;
        }
    }
}
