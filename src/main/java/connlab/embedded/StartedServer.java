package connlab.embedded;

import java.util.List;

/**
 * A server that runs because connlab started it.
 *
 * @param origin what it is, for people: {@code embedded}, {@code /usr/bin/memcached}, or {@code
 *     stand-in, not for measuring}
 * @param pids the processes to end if connlab dies before {@code stop} ran; empty if it lives in
 *     this process
 * @param stop ends the server and waits until it has ended
 */
public record StartedServer(
        String host,
        int port,
        String database,
        String user,
        String password,
        String origin,
        List<ProcessHandle> pids,
        Runnable stop) {

    /** Leaves the login out. */
    @Override
    public String toString() {
        return origin + " at " + host + ":" + port;
    }
}
