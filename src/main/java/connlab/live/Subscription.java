package connlab.live;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** One listener's frames. One that is slow holds up nobody, and in the end misses frames. */
final class Subscription implements AutoCloseable {
    /** Ten seconds of them: under a storm of trials a listener's thread may get no processor. */
    private static final int KEPT = 40;

    private static final byte[] END = {};

    private final BlockingQueue<byte[]> frames = new ArrayBlockingQueue<>(KEPT);
    private final LiveFeed feed;

    Subscription(LiveFeed feed) {
        this.feed = feed;
    }

    /** Waits for the next frame; empty once there will be no other. */
    byte[] next() throws InterruptedException {
        return frames.take();
    }

    void offer(byte[] frame) {
        frames.offer(frame);
    }

    void end() {
        frames.clear();
        frames.offer(END);
    }

    @Override
    public void close() {
        feed.leave(this);
    }
}
