package connlab.embedded;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;

/** {@code table1}, the same on every kind of embedded server. */
final class TestTable {
    private TestTable() {}

    /** Makes it and fills it. */
    static List<String> statements() {
        return List.of(
                "CREATE TABLE table1 (id INT PRIMARY KEY, name VARCHAR(64))",
                "INSERT INTO table1 VALUES"
                        + " (1, 'one'), (2, 'two'), (3, 'three'), (4, 'four'), (5, 'five')");
    }

    /** A connection of its own, from the driver that knows the URL. */
    static Connection connect(String url, Properties login) throws SQLException {
        for (Driver driver : ServiceLoader.load(Driver.class, TestTable.class.getClassLoader())) {
            Connection connection = driver.acceptsURL(url) ? driver.connect(url, login) : null;
            if (connection != null) {
                return connection;
            }
        }
        throw new SQLException("no driver on the class path knows " + url);
    }

    static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
