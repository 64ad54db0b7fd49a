package connlab.web;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.experiment.Report;

import org.junit.jupiter.api.Test;

import java.util.List;

class CurveFacesTest {
    private static final Report.Curve CURVE =
            new Report.Curve(
                    "size",
                    List.of("per-second"),
                    List.of(new Report.Mark(4, "recommended"), new Report.Mark(64, "far <away>")));
    private static final Report.Table TABLE =
            new Report.Table(
                    "sizes",
                    List.of("size", "per-second"),
                    List.of(List.of(1, 100.0), List.of(4, 400.0), List.of(16, 200.0)),
                    CURVE);

    @Test
    void barsAreAsLongAsTheirShareOfTheLargestAndMarksStandAtTheirRows() {
        List<String> lines = CurveFaces.text(TABLE).lines().toList();

        assertThat(lines.get(1)).matches(" *1 +100 +#{10} *");
        assertThat(lines.get(2)).matches(" *4 +400 +#{40} +< recommended *");
        assertThat(lines.get(3)).matches(" *16 +200 +#{20} *");
        assertThat(lines).contains("size 4: recommended", "size 64: far <away>");
    }

    @Test
    void pointsAreEvenlyApartWhereTheSizesAreTimesFourAndAsHighAsTheirValues() {
        String svg = CurveFaces.html(TABLE);

        // From x 82 to 608 in equal steps; the best at 40 + 160 * (1 - 1/1.05), 0 at 200.
        assertThat(svg).contains("points=\"82.0,161.9 345.0,47.6 608.0,123.8 \"");
    }

    @Test
    void aMarkBeyondTheDrawingIsNotDrawnAndWordsAreEscaped() {
        String svg = CurveFaces.html(TABLE);

        assertThat(svg).contains("recommended: 4").doesNotContain("away", "<away>");
    }

    @Test
    void aTableWithoutACurveIsNotDrawn() {
        Report.Table plain = new Report.Table("t", List.of("a"), List.of(List.of(1)), null);

        assertThat(CurveFaces.text(plain)).isEmpty();
        assertThat(CurveFaces.html(plain)).isEmpty();
    }
}
