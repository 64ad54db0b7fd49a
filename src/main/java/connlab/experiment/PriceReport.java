package connlab.experiment;

import connlab.backend.Way;
import connlab.run.Interval;
import connlab.run.Ratio;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Collects what a price list finds and sets it out. */
final class PriceReport {
    private static final List<String> WAY =
            List.of("backend", "driver", "route", "tuned", "tls", "authentication");
    private static final List<String> NOTES =
            List.of(
                    "A part ends when its last byte was sent or read; the client's own time belongs"
                            + " to the part that it leads to, what lies outside of all to rest. All"
                            + " are means, and add up to the total.",
                    "TLS hides where authentication ends and set-up begins: login is both.",
                    "A memcached client opens its socket by itself: rest is building the client and"
                        + " its TCP connection, query is a set and a get, and a thread of its own"
                        + " shares the work, so that its processor time is not known.",
                    "statements are the session's own Questions counter on MySQL and MariaDB; on"
                            + " PostgreSQL they are Query and Parse messages on the wire, which TLS"
                            + " hides.",
                    "roundTrips are until the connection is usable, without TCP's own; bytes are of"
                            + " the whole connection, query and close included.",
                    "serverCpuMicros and serverKibPerConnection are of the process at the address,"
                            + " which is the proxy on a proxy's route.");

    private final Rounds rounds;
    private final List<String> notes = new ArrayList<>();
    private final Map<PricedWay<?>, List<Bill>> found = new LinkedHashMap<>();
    private final List<Missing> missing = new ArrayList<>();
    private final Map<PricedWay<?>, Double> memory = new HashMap<>();
    private final Map<PricedWay<?>, Integer> statements = new HashMap<>();

    private record Missing(String backend, Way way, String why) {}

    PriceReport(Rounds rounds) {
        this.rounds = rounds;
    }

    void note(String note) {
        notes.add(note);
    }

    /** All notes so far. */
    String said() {
        return String.join(" ", notes);
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
        found.putAll(bills);
    }

    Report finished() {
        notes.addAll(NOTES);
        notes.add(
                "%d rounds in shuffled order (seed=%d); low and high are the 95 %% interval of the"
                                .formatted(rounds.count(), rounds.seed())
                        + " total.");
        return new Report(List.of(prices(), efforts(), controls()), notes, verdict());
    }

    private Report.Table prices() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        listed().forEach(way -> rows.add(price(way)));
        for (Missing row : missing) {
            if (!measured(row)) {
                @Nullable Object[] cells = new @Nullable Object[priceColumns().size()];
                List<@Nullable Object> head =
                        head(row.backend(), row.way(), row.way().authentication());
                for (int i = 0; i < head.size(); i++) {
                    cells[i] = head.get(i);
                }
                cells[cells.length - 1] = row.why();
                rows.add(Arrays.asList(cells));
            }
        }
        return new Report.Table("price", priceColumns(), rows, null);
    }

    private static List<String> priceColumns() {
        return Stream.of(
                        WAY.stream(),
                        Stream.of("totalMicros", "lowMicros", "highMicros"),
                        Arrays.stream(Part.values()).map(Part::column),
                        Stream.of("remark"))
                .flatMap(columns -> columns)
                .toList();
    }

    /** What is looked at as well as can be: a control is in a table of its own. */
    private List<PricedWay<?>> listed() {
        List<PricedWay<?>> listed = new ArrayList<>();
        found.keySet().stream().filter(way -> !way.control()).forEach(listed::add);
        return listed;
    }

    /** Whether a row that was to say why it is empty was measured under another login. */
    private boolean measured(Missing row) {
        return !row.way().authentication().isEmpty()
                && listed().stream()
                        .filter(way -> way.backend().name().equals(row.backend()))
                        .anyMatch(way -> authentication(way).equals(row.way().authentication()));
    }

    private List<@Nullable Object> price(PricedWay<?> way) {
        List<Bill> turns = turns(way);
        Bill bill = Bill.of(turns);
        Interval total = Interval.of(turns.stream().map(Bill::totalMicros).toList());
        List<@Nullable Object> row = head(way);
        row.addAll(List.of(bill.totalMicros(), total.low(), total.high()));
        for (Part part : Part.values()) {
            row.add(bill.micros(part));
        }
        row.add("");
        return row;
    }

    private Report.Table efforts() {
        List<String> columns = new ArrayList<>(WAY);
        columns.addAll(
                List.of(
                        "statements",
                        "roundTrips",
                        "bytesOut",
                        "bytesIn",
                        "clientCpuMicros",
                        "serverCpuMicros",
                        "serverKibPerConnection"));
        List<List<@Nullable Object>> rows = new ArrayList<>();
        listed().forEach(way -> rows.add(effort(way)));
        return new Report.Table("effort", columns, rows, null);
    }

    private List<@Nullable Object> effort(PricedWay<?> way) {
        Bill bill = Bill.of(turns(way));
        Bill wire =
                control(way)
                        .filter(c -> c.look() == PricedWay.Look.RELAY)
                        .map(c -> Bill.of(turns(c)))
                        .orElse(bill);
        Double bytes = memory.get(way);
        List<@Nullable Object> row = head(way);
        row.add(statements(way, bill));
        row.add(wire.roundTrips());
        row.add(wire.bytesOut());
        row.add(wire.bytesIn());
        row.add(bill.clientCpuMicros());
        row.add(bill.serverCpuMicros());
        row.add(bytes == null ? null : bytes / 1024);
        return row;
    }

    private @Nullable Object statements(PricedWay<?> way, Bill bill) {
        Integer counted = statements.get(way);
        OptionalInt seen = bill.statements();
        return counted != null ? counted : seen.isPresent() ? seen.getAsInt() : null;
    }

    /** The same ways with and without being looked at: what that adds to the figures above. */
    private Report.Table controls() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (PricedWay<?> way : listed()) {
            control(way).ifPresent(control -> rows.add(control(way, control)));
        }
        return new Report.Table(
                "control",
                List.of(
                        "backend", "way", "by", "without", "with", "ratio", "low", "high",
                        "finding"),
                rows,
                null);
    }

    private Optional<PricedWay<?>> control(PricedWay<?> of) {
        for (PricedWay<?> way : found.keySet()) {
            if (way.control() && way.way().equals(of.way())) {
                return Optional.of(way);
            }
        }
        return Optional.empty();
    }

    private List<@Nullable Object> control(PricedWay<?> way, PricedWay<?> control) {
        boolean relayed = control.look() == PricedWay.Look.RELAY;
        List<Bill> with = turns(relayed ? control : way);
        List<Bill> without = turns(relayed ? way : control);
        Ratio ratio = Ratio.of("micros", Rounds.ratios(with, without, Bill::totalMicros));
        return List.of(
                way.backend().name(),
                way.way().name(),
                relayed ? "relay" : "tap",
                Bill.of(without).totalMicros(),
                Bill.of(with).totalMicros(),
                ratio.ratio(),
                ratio.low(),
                ratio.high(),
                ratio.finding().label());
    }

    private List<@Nullable Object> head(PricedWay<?> way) {
        return head(way.backend().name(), way.way(), authentication(way));
    }

    private static List<@Nullable Object> head(String backend, Way way, String authentication) {
        return new ArrayList<>(
                List.of(
                        backend,
                        way.driver(),
                        way.entrance().route(),
                        way.tuned(),
                        way.tls(),
                        authentication));
    }

    /** What the wire told of this login, also where TLS hid it, and what was known before. */
    private String authentication(PricedWay<?> way) {
        String seen =
                listed().stream()
                        .filter(other -> other.way().entrance().equals(way.way().entrance()))
                        .map(other -> Bill.of(turns(other)).authentication())
                        .filter(proof -> !proof.isEmpty())
                        .findFirst()
                        .orElse("");
        String known = way.way().authentication();
        return seen + (seen.isEmpty() || known.isEmpty() ? "" : ", ") + known;
    }

    private List<Bill> turns(PricedWay<?> way) {
        return Objects.requireNonNull(found.get(way));
    }

    private String verdict() {
        Map<String, List<PricedWay<?>>> byBackend = new LinkedHashMap<>();
        listed().forEach(
                        way ->
                                byBackend
                                        .computeIfAbsent(
                                                way.backend().name(), _ -> new ArrayList<>())
                                        .add(way));
        List<String> sentences = new ArrayList<>();
        byBackend.forEach((backend, ways) -> sentences.add(verdict(backend, ways)));
        return String.join(" ", sentences);
    }

    private String verdict(String backend, List<PricedWay<?>> ways) {
        List<PricedWay<?>> sorted = new ArrayList<>(ways);
        sorted.sort((a, b) -> Double.compare(total(a), total(b)));
        PricedWay<?> cheapest = sorted.getFirst();
        PricedWay<?> dearest = sorted.getLast();
        return String.format(
                Locale.ROOT,
                "A connection to %s costs from %.0f µs (%s) to %.0f µs (%s).",
                backend,
                total(cheapest),
                described(cheapest),
                total(dearest),
                described(dearest));
    }

    private String described(PricedWay<?> way) {
        return way.way().as(authentication(way)).name();
    }

    private double total(PricedWay<?> way) {
        return Bill.of(turns(way)).totalMicros();
    }
}
