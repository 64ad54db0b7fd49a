package connlab.embedded;

import org.jspecify.annotations.Nullable;

import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What the stand-in remembers: at most {@code maxBytes}, the least recently used goes first. Times
 * are seconds, as in memcached's protocol: 0 is never, below zero is gone at once, up to thirty
 * days counts from now, and more is an instant since 1970.
 */
final class StandInStore {
    /**
     * What memcached itself needs for an item beside key and value, with its compare-and-set id.
     */
    private static final int OVERHEAD = 59;

    private static final long THIRTY_DAYS = 60L * 60 * 24 * 30;

    private final Map<String, Item> items = new LinkedHashMap<>(16, 0.75f, true);
    private final long maxBytes;
    private final int itemSizeMax;
    private final InstantSource clock;
    private long bytes;
    private long lastCas;
    private long stored;
    private long evictions;
    private long flushAt = Long.MAX_VALUE;

    StandInStore(long maxBytes, int itemSizeMax, InstantSource clock) {
        this.maxBytes = maxBytes;
        this.itemSizeMax = itemSizeMax;
        this.clock = clock;
    }

    /**
     * One value.
     *
     * @param value each character is a byte
     * @param expires seconds since 1970, {@code Long.MAX_VALUE} for never
     * @param cas changes with every change of the value
     */
    record Item(String value, long flags, long expires, long cas) {
        Item with(String other) {
            return new Item(other, flags, expires, cas);
        }
    }

    long maxBytes() {
        return maxBytes;
    }

    int itemSizeMax() {
        return itemSizeMax;
    }

    /** Whether memcached would take a value of that length. */
    boolean fits(String key, long length) {
        return length + key.length() + OVERHEAD <= itemSizeMax;
    }

    synchronized @Nullable Item get(String key) {
        if (now() >= flushAt) {
            clear();
        }
        Item item = items.get(key);
        if (item != null && item.expires() <= now()) {
            remove(key);
            return null;
        }
        return item;
    }

    /**
     * Puts what the change makes of the present item; null leaves things as they are.
     *
     * @return whether it was put
     */
    synchronized boolean change(String key, UnaryOperator<@Nullable Item> change) {
        Item changed = change.apply(get(key));
        if (changed == null) {
            return false;
        }
        remove(key);
        Item numbered = new Item(changed.value(), changed.flags(), changed.expires(), ++lastCas);
        items.put(key, numbered);
        bytes += size(key, numbered);
        stored++;
        evict();
        return true;
    }

    synchronized boolean touch(String key, long expires) {
        Item item = get(key);
        if (item == null) {
            return false;
        }
        items.put(key, new Item(item.value(), item.flags(), expires, item.cas()));
        return true;
    }

    synchronized boolean delete(String key) {
        boolean there = get(key) != null;
        remove(key);
        return there;
    }

    /** Forgets everything, now or in that many seconds. */
    synchronized void flush(long delay) {
        flushAt = now() + delay;
        if (delay <= 0) {
            clear();
        }
    }

    /** The instant that an expiry time of the protocol means. */
    long expiry(long seconds) {
        if (seconds == 0) {
            return Long.MAX_VALUE;
        }
        if (seconds < 0) {
            return 0;
        }
        return seconds <= THIRTY_DAYS ? now() + seconds : seconds;
    }

    /** Its lines of {@code stats}, under memcached's names. */
    synchronized void describe(Map<String, Object> stats) {
        stats.put("limit_maxbytes", maxBytes);
        stats.put("bytes", bytes);
        stats.put("curr_items", items.size());
        stats.put("total_items", stored);
        stats.put("evictions", evictions);
    }

    private void evict() {
        Iterator<Map.Entry<String, Item>> eldest = items.entrySet().iterator();
        while (bytes > maxBytes && eldest.hasNext()) {
            Map.Entry<String, Item> entry = eldest.next();
            bytes -= size(entry.getKey(), entry.getValue());
            eldest.remove();
            evictions++;
        }
    }

    private void remove(String key) {
        Item item = items.remove(key);
        if (item != null) {
            bytes -= size(key, item);
        }
    }

    private void clear() {
        items.clear();
        bytes = 0;
        flushAt = Long.MAX_VALUE;
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }

    private static long size(String key, Item item) {
        return (long) key.length() + item.value().length() + OVERHEAD;
    }
}
