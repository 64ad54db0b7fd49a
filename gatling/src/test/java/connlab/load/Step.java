package connlab.load;

/** One turn of one route under so many users. */
record Step(String route, int users, Turn turn) {
    /** The same route under other users. */
    Step with(int others, String label) {
        return new Step(route, others, new Turn(turn.way(), label));
    }

    boolean warmup() {
        return turn.label().equals(Settings.WARMUP);
    }
}
