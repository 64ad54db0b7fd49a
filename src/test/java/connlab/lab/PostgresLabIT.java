package connlab.lab;

class PostgresLabIT extends SqlContract {
    PostgresLabIT() {
        super("postgres");
    }

    @Override
    ServerUnderTest startServer() throws Exception {
        return RestartableServer.embedded("postgres");
    }

    @Override
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + server().port() + "/test?sslmode=disable";
    }
}
