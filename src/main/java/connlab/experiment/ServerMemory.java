package connlab.experiment;

import connlab.backend.Session;
import connlab.run.LocalServer;
import connlab.trial.TrialFailure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How much memory a server takes for each open connection: the slope of its memory over 0, 1, 10
 * and 100 connections that were just opened, by least squares.
 *
 * <p>A server that serves all from one process gives the memory of closed connections to the next
 * ones and would seem to need none for them. There, the connections of earlier ways stay open while
 * those of later ones are counted.
 */
final class ServerMemory implements AutoCloseable {
    private static final int[] STEPS = {1, 10, 100};
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final List<Kept> kept = new ArrayList<>();

    private record Kept(PricedWay<?> way, Session<?> session) {}

    private record Point(int connections, long bytes) {}

    /** In bytes; empty where the server is not on this host or does not show its memory. */
    OptionalDouble perConnection(PricedWay<?> way) throws InterruptedException, TrialFailure {
        LocalServer process = way.process();
        OptionalLong none = process.memoryBytes(System.nanoTime());
        if (none.isEmpty()) {
            return OptionalDouble.empty();
        }
        List<Point> points = new ArrayList<>(List.of(new Point(0, none.getAsLong())));
        int children = process.processes(System.nanoTime());
        try {
            for (int step : STEPS) {
                open(way, step - points.getLast().connections());
                long bytes = process.memoryBytes(System.nanoTime()).orElseThrow();
                points.add(new Point(step, bytes));
            }
        } finally {
            if (!way.desk().oneProcess()) {
                close();
                awaitEnd(process, children);
            }
        }
        return OptionalDouble.of(slope(points));
    }

    private void open(PricedWay<?> way, int more) throws InterruptedException, TrialFailure {
        for (int i = 0; i < more; i++) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            way.backend().budget().reserve();
            try {
                kept.add(new Kept(way, way.keep()));
            } catch (TrialFailure | RuntimeException e) {
                way.backend().budget().release();
                throw e;
            }
        }
    }

    /** Until the processes of what was closed are gone. */
    private static void awaitEnd(LocalServer process, int children) throws InterruptedException {
        long began = System.nanoTime();
        while (process.processes(System.nanoTime()) > children
                && System.nanoTime() - began < PATIENCE.toNanos()) {
            Thread.sleep(10);
        }
    }

    private static double slope(List<Point> points) {
        double meanX = points.stream().mapToDouble(Point::connections).average().orElseThrow();
        double meanY = points.stream().mapToDouble(Point::bytes).average().orElseThrow();
        double products = 0;
        double squares = 0;
        for (Point point : points) {
            products += (point.connections() - meanX) * (point.bytes() - meanY);
            squares += (point.connections() - meanX) * (point.connections() - meanX);
        }
        return products / squares;
    }

    /** Closes what is still open. */
    @Override
    public void close() {
        for (Kept one : kept) {
            try {
                one.session().close();
            } catch (TrialFailure _) {
                // The server has closed it.
            }
            one.way().backend().budget().release();
        }
        kept.clear();
    }
}
