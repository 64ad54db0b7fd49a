package connlab.experiment;

import connlab.backend.Way;
import connlab.run.Interval;
import connlab.run.Ratio;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Sets out what a price list found. */
final class PriceReport {
    private static final List<String> WAY =
            List.of("backend", "driver", "route", "tuned", "tls", "authentication");
    private static final List<String> PRICE =
            Stream.of(
                            WAY.stream(),
                            Stream.of("totalMicros", "lowMicros", "highMicros"),
                            Arrays.stream(Part.values()).map(Part::column),
                            Stream.of("remark"))
                    .flatMap(columns -> columns)
                    .toList();
    private static final List<String> EFFORT =
            Stream.concat(
                            WAY.stream(),
                            Stream.of(
                                    "statements",
                                    "roundTrips",
                                    "bytesOut",
                                    "bytesIn",
                                    "clientCpuMicros",
                                    "serverCpuMicros",
                                    "serverKibPerConnection"))
                    .toList();
    private static final List<String> CONTROL =
            List.of(
                    "backend",
                    "way",
                    "by",
                    "withoutMicros",
                    "withMicros",
                    "ratio",
                    "low",
                    "high",
                    "finding");
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

    private final PriceFindings findings;
    private final Rounds rounds;

    private PriceReport(PriceFindings findings, Rounds rounds) {
        this.findings = findings;
        this.rounds = rounds;
    }

    static Report of(PriceFindings findings, Rounds rounds) {
        PriceReport report = new PriceReport(findings, rounds);
        return new Report(
                List.of(report.prices(), report.efforts(), report.controls()),
                report.notes(),
                report.verdict());
    }

    private Report.Table prices() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        findings.ways().forEach(way -> rows.add(price(way)));
        findings.missing().forEach(row -> rows.add(missing(row)));
        return new Report.Table("price", PRICE, rows, null);
    }

    private List<@Nullable Object> price(PricedWay<?> way) {
        Bill bill = findings.bill(way);
        Interval total = Interval.of(findings.turns(way).stream().map(Bill::totalMicros).toList());
        List<@Nullable Object> row = head(way);
        row.addAll(List.of(bill.totalMicros(), total.low(), total.high()));
        for (Part part : Part.values()) {
            row.add(bill.micros(part));
        }
        row.add("");
        return row;
    }

    private static List<@Nullable Object> missing(PriceFindings.Missing missing) {
        List<@Nullable Object> row =
                head(missing.backend(), missing.way(), missing.way().authentication());
        while (row.size() < PRICE.size() - 1) {
            row.add(null);
        }
        row.add(missing.why());
        return row;
    }

    private Report.Table efforts() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        findings.ways().forEach(way -> rows.add(effort(way)));
        return new Report.Table("effort", EFFORT, rows, null);
    }

    private List<@Nullable Object> effort(PricedWay<?> way) {
        Bill bill = findings.bill(way);
        Bill wire = findings.wire(way);
        List<@Nullable Object> row = head(way);
        row.add(findings.statements(way));
        row.add(wire.roundTrips());
        row.add(wire.bytesOut());
        row.add(wire.bytesIn());
        row.add(bill.clientCpuMicros());
        row.add(bill.serverCpuMicros());
        row.add(findings.kibPerConnection(way));
        return row;
    }

    /** The same ways with and without being looked at: what that adds to the figures above. */
    private Report.Table controls() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (PricedWay<?> way : findings.ways()) {
            findings.control(way).ifPresent(control -> rows.add(control(way, control)));
        }
        return new Report.Table("control", CONTROL, rows, null);
    }

    private List<@Nullable Object> control(PricedWay<?> way, PricedWay<?> control) {
        boolean relayed = control.look() == PricedWay.Look.RELAY;
        PricedWay<?> with = relayed ? control : way;
        PricedWay<?> without = relayed ? way : control;
        List<Double> ratios =
                Rounds.ratios(findings.turns(with), findings.turns(without), Bill::totalMicros);
        Ratio ratio = Ratio.of("micros", ratios);
        return List.of(
                way.backend().name(),
                way.way().name(),
                relayed ? "relay" : "tap",
                findings.bill(without).totalMicros(),
                findings.bill(with).totalMicros(),
                ratio.ratio(),
                ratio.low(),
                ratio.high(),
                ratio.finding().label());
    }

    private List<@Nullable Object> head(PricedWay<?> way) {
        return head(way.backend().name(), way.way(), findings.authentication(way));
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

    private List<String> notes() {
        List<String> notes = new ArrayList<>(findings.notes());
        notes.addAll(NOTES);
        notes.add(
                "%d rounds in shuffled order (seed=%d); low and high are the 95 %% interval of the"
                                .formatted(rounds.count(), rounds.seed())
                        + " total.");
        return notes;
    }

    private String verdict() {
        Set<String> backends = new LinkedHashSet<>();
        findings.ways().forEach(way -> backends.add(way.backend().name()));
        return String.join(" ", backends.stream().map(this::verdict).toList());
    }

    private String verdict(String backend) {
        List<PricedWay<?>> ways = new ArrayList<>(findings.ways());
        ways.removeIf(way -> !way.backend().name().equals(backend));
        ways.sort(Comparator.comparingDouble(this::total));
        PricedWay<?> cheapest = ways.getFirst();
        PricedWay<?> dearest = ways.getLast();
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
        return way.way().as(findings.authentication(way)).name();
    }

    private double total(PricedWay<?> way) {
        return findings.bill(way).totalMicros();
    }
}
