package connlab.backend;

/**
 * An address and a login that lead to a server.
 *
 * @param route {@code direct}, or the name of the proxy that stands at the address
 */
public record Entrance(String route, Server server) {}
