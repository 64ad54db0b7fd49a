package connlab.experiment;

import connlab.backend.Way;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** What was found out about each way of connecting, and why nothing was about the others. */
final class PriceFindings {
    private final List<String> notes = new ArrayList<>();
    private final Map<PricedWay<?>, List<Bill>> turns = new LinkedHashMap<>();
    private final List<Missing> missing = new ArrayList<>();
    private final Map<PricedWay<?>, Double> memory = new HashMap<>();
    private final Map<PricedWay<?>, Integer> statements = new HashMap<>();

    /** A row that only says why it is empty. */
    record Missing(String backend, Way way, String why) {}

    void note(String note) {
        notes.add(note);
    }

    void cannot(String backend, Way way, String why) {
        missing.add(new Missing(backend, way, why));
    }

    void memory(PricedWay<?> way, double bytes) {
        memory.put(way, bytes);
    }

    void statements(PricedWay<?> way, int counted) {
        statements.put(way, counted);
    }

    void found(Map<PricedWay<?>, List<Bill>> bills) {
        turns.putAll(bills);
    }

    List<String> notes() {
        return notes;
    }

    /** The ways that were measured, each looked at as well as can be, without the controls. */
    List<PricedWay<?>> ways() {
        List<PricedWay<?>> ways = new ArrayList<>();
        turns.keySet().stream().filter(way -> !way.control()).forEach(ways::add);
        return ways;
    }

    /** The same way looked at differently, where it was measured so too. */
    Optional<PricedWay<?>> control(PricedWay<?> of) {
        for (PricedWay<?> way : turns.keySet()) {
            if (way.control() && way.way().equals(of.way())) {
                return Optional.of(way);
            }
        }
        return Optional.empty();
    }

    /** Round for round. */
    List<Bill> turns(PricedWay<?> way) {
        return Objects.requireNonNull(turns.get(way));
    }

    Bill bill(PricedWay<?> way) {
        return Bill.of(turns(way));
    }

    /** The bill that knows what crossed the socket. */
    Bill wire(PricedWay<?> way) {
        return control(way)
                .filter(other -> other.look() == PricedWay.Look.RELAY)
                .map(this::bill)
                .orElseGet(() -> bill(way));
    }

    /** By the server's count where it has one, else by what was seen on the wire. */
    @Nullable Integer statements(PricedWay<?> way) {
        Integer counted = statements.get(way);
        OptionalInt seen = bill(way).statements();
        return counted != null || seen.isEmpty() ? counted : Integer.valueOf(seen.getAsInt());
    }

    @Nullable Double kibPerConnection(PricedWay<?> way) {
        Double bytes = memory.get(way);
        return bytes == null ? null : Double.valueOf(bytes / 1024);
    }

    /** What the wire told of this login, also where TLS hid it, and what was known before. */
    String authentication(PricedWay<?> way) {
        String seen =
                ways().stream()
                        .filter(other -> other.way().entrance().equals(way.way().entrance()))
                        .map(other -> bill(other).authentication())
                        .filter(proof -> !proof.isEmpty())
                        .findFirst()
                        .orElse("");
        String known = way.way().authentication();
        return seen + (seen.isEmpty() || known.isEmpty() ? "" : ", ") + known;
    }

    /** Without those that were given up beforehand and then met under another login. */
    List<Missing> missing() {
        return missing.stream().filter(row -> row.way().whyNot().isEmpty() || !met(row)).toList();
    }

    private boolean met(Missing row) {
        return ways().stream()
                .filter(way -> way.backend().name().equals(row.backend()))
                .anyMatch(way -> authentication(way).equals(row.way().authentication()));
    }
}
