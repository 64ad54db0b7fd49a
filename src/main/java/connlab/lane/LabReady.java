package connlab.lane;

/** Published once, when the server of every backend was found, started or given up. */
public record LabReady(Lanes lanes) {}
