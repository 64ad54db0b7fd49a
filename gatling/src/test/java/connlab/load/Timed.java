package connlab.load;

import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.CoreDsl;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

import java.time.Duration;

/** One request of a turn, timed on this side: Gatling's own times are whole milliseconds. */
final class Timed {
    private static final String BEGIN = "begin";
    private static final String STATUS = "status";
    private static final String BODY = "body";

    private Timed() {}

    /**
     * One after the other for so long. The one under way at the end is waited for and counted:
     * otherwise the slow and the failed would be missing.
     */
    static ChainBuilder during(Duration time, Turn turn, HttpRequestActionBuilder request) {
        return CoreDsl.during(time, false).on(request(turn, request));
    }

    static ChainBuilder request(Turn turn, HttpRequestActionBuilder request) {
        return exec(session -> begin(turn, session))
                .exec(
                        request.header("X-Connlab-Run", turn.label())
                                .check(
                                        bodyString().saveAs(BODY),
                                        status().saveAs(STATUS),
                                        status().is(200)))
                .exec(session -> end(turn, session));
    }

    private static Session begin(Turn turn, Session session) {
        long now = System.nanoTime();
        if (turn.begin(now)) {
            System.out.printf("  %s: %s%n", turn.label(), turn.way().title());
        }
        return session.set(BEGIN, now).set(STATUS, 0).set(BODY, "");
    }

    private static Session end(Turn turn, Session session) {
        long now = System.nanoTime();
        if (session.isFailed()) {
            String body = session.getString(BODY);
            turn.failed(now, Service.failureClass(session.getInt(STATUS), body));
        } else {
            turn.answered(session.getLong(BEGIN), now);
        }
        return session.markAsSucceeded();
    }
}
