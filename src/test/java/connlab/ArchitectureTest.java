package connlab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CODE =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("connlab");

    @Test
    void packagesDependOnEachOtherWithoutACycle() {
        slices().matching("connlab.(*)..").should().beFreeOfCycles().check(CODE);
    }

    @Test
    void theTrialKnowsTheJdkOnly() {
        classes()
                .that()
                .resideInAPackage("connlab.trial")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "connlab.trial", "org.jspecify..")
                .check(CODE);
    }

    @Test
    void onlyTheMetricsPackageImportsMicrometer() {
        noClasses()
                .that()
                .resideOutsideOfPackage("connlab.metrics..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.micrometer..")
                .check(CODE);
    }

    @Test
    void aBackendTypeKnowsNoOther() {
        slices().matching("connlab.backend.(mysql|postgres|memcached|noop)..")
                .should()
                .notDependOnEachOther()
                .check(CODE);
    }

    @Test
    void noClassIsNamedAfterNothing() {
        noClasses()
                .should()
                .haveSimpleNameEndingWith("Util")
                .orShould()
                .haveSimpleNameEndingWith("Utils")
                .orShould()
                .haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameEndingWith("Manager")
                .orShould()
                .haveSimpleNameEndingWith("Impl")
                .check(CODE);
    }
}
