package connlab.backend.jdbc;

/**
 * What a trial on a database does between connecting and closing.
 *
 * @param query whether to read {@code table1} and check the row, or nothing at all
 */
public record SqlTask(boolean query) {}
