package connlab.preflight;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * What a check found.
 *
 * @param check the check's name
 * @param about the server, the process or the host that it is about
 * @param found what is
 * @param effect what that does to a run
 * @param remedy the command or the setting that mends it
 * @param beyond the load that it takes to spoil a run; absent if any load does
 * @param lanes the lanes whose runs it touches; absent if it touches all
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Finding(
        String check,
        Severity severity,
        String about,
        String found,
        String effect,
        String remedy,
        @Nullable Bound beyond,
        @Nullable List<String> lanes) {

    /** Could not be found out; nobody knows whether it spoils a run. */
    static Finding unknown(String check, String about, String reason) {
        return new Finding(
                check,
                Severity.NOTE,
                about,
                reason,
                "Unknown.",
                "Look by hand, as docs/preflight.md says.",
                null,
                null);
    }

    /**
     * Whether it spoils such a run: by the load that the run really was, where that decides, and
     * not by a usual one.
     */
    boolean spoils(String lane, Bound.Load load) {
        List<String> some = lanes;
        boolean mine = some == null || some.contains(lane);
        Bound limit = beyond;
        return mine && (limit == null ? severity == Severity.WILL_SPOIL : limit.exceededBy(load));
    }

    /** In one line: {@code ports (db1:3306): 28,232 ports ...}. */
    String text() {
        return check + " (" + about + "): " + found;
    }
}
