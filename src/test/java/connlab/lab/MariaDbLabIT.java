package connlab.lab;

class MariaDbLabIT extends SqlContract {
    MariaDbLabIT() {
        super("mysql");
    }

    @Override
    ServerUnderTest startServer() throws Exception {
        return RestartableServer.embedded("mysql");
    }

    @Override
    String maxConnections() {
        return "SELECT @@max_connections";
    }

    @Override
    String url() {
        return "jdbc:mysql://127.0.0.1:" + server().port() + "/test?sslMode=DISABLED";
    }
}
