package connlab.experiment;

/**
 * The textbook's pool: {@code cores × 2 + disks}, of the database's host (PostgreSQL wiki, "Number
 * Of Database Connections"; HikariCP wiki, "About Pool Sizing"). It knows nothing of how long a
 * caller keeps a connection.
 *
 * @param disks that turn, so that reading from them takes a while
 */
record PoolFormula(int cores, int disks) {
    int size() {
        return cores * 2 + disks;
    }

    @Override
    public String toString() {
        return "%d cores × 2 + %d disks".formatted(cores, disks);
    }
}
