package connlab.lane;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints a wrong name in the configuration as two sentences instead of a stack trace. */
final class InvalidConfigurationAnalyzer extends AbstractFailureAnalyzer<InvalidConfiguration> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidConfiguration cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Correct " + cause.property() + " in your configuration.",
                cause);
    }
}
