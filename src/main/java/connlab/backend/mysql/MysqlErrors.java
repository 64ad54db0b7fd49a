package connlab.backend.mysql;

import connlab.trial.FailureClass;

import java.sql.SQLException;
import java.util.Optional;

/** The server's own error numbers, from the MySQL server error reference. */
final class MysqlErrors {
    private MysqlErrors() {}

    static Optional<FailureClass> classify(SQLException e) {
        FailureClass kind =
                switch (e.getErrorCode()) {
                    // ER_CON_COUNT_ERROR, ER_TOO_MANY_USER_CONNECTIONS, ER_USER_LIMIT_REACHED
                    case 1040, 1203, 1226 -> FailureClass.TOO_MANY_CONNECTIONS;
                    // ER_DBACCESS_DENIED_ERROR, ER_ACCESS_DENIED_ERROR, ER_HOST_NOT_PRIVILEGED,
                    // ER_NOT_SUPPORTED_AUTH_MODE, ER_ACCESS_DENIED_NO_PASSWORD_ERROR,
                    // ER_MUST_CHANGE_PASSWORD_LOGIN, ER_SECURE_TRANSPORT_REQUIRED,
                    // ER_ACCOUNT_HAS_BEEN_LOCKED
                    case 1044, 1045, 1130, 1251, 1698, 1862, 3118, 3159, 4151 ->
                            FailureClass.AUTH_FAILED;
                    // ER_HOST_IS_BLOCKED
                    case 1129 -> FailureClass.CONNECT_REFUSED;
                    // ER_SERVER_SHUTDOWN, ER_NORMAL_SHUTDOWN, ER_CONNECTION_KILLED
                    case 1053, 1077, 1927 -> FailureClass.SERVER_GONE;
                    default -> null;
                };
        if (kind == null && String.valueOf(e.getMessage()).contains("Public Key Retrieval")) {
            kind = FailureClass.AUTH_FAILED;
        }
        return Optional.ofNullable(kind);
    }
}
