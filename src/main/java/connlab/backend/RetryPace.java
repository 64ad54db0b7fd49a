package connlab.backend;

import connlab.trial.FailureClass;

import java.time.Duration;

/**
 * How long to wait before the next attempt to connect. Evenly, so that a server that is back is
 * found at once; but ever longer after refused logins, which a server may count against the
 * account.
 */
public final class RetryPace {
    private static final Duration AFTER_REFUSED_LOGIN = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Duration usual;
    private Duration afterRefusedLogin = AFTER_REFUSED_LOGIN;

    public RetryPace(Duration usual) {
        this.usual = usual;
    }

    /** The pause after an attempt that failed so. */
    public Duration after(FailureClass failure) {
        if (failure != FailureClass.AUTH_FAILED) {
            afterRefusedLogin = AFTER_REFUSED_LOGIN;
            return usual;
        }
        Duration pause = afterRefusedLogin;
        Duration doubled = pause.multipliedBy(2);
        afterRefusedLogin = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
        return pause;
    }
}
