# The service alone: servers under test run elsewhere.
FROM maven:3.9.12-eclipse-temurin-25 AS build
WORKDIR /build
COPY pom.xml ./
COPY src src
RUN --mount=type=cache,target=/root/.m2 mvn -B -ntp package -DskipTests && cp target/connlab-*.jar app.jar
RUN java -Djarmode=tools -jar app.jar extract --layers --destination layers

FROM eclipse-temurin:25.0.3_9-jre-noble
WORKDIR /app
RUN useradd --system --uid 10001 --no-create-home connlab && mkdir runs && chown connlab runs
# From what changes seldom to what changes with every build.
COPY --from=build /build/layers/dependencies/ ./
COPY --from=build /build/layers/snapshot-dependencies/ ./
COPY --from=build /build/layers/application/ ./
ENV CONNLAB_BIND=0.0.0.0 CONNLAB_EMBEDDED_ENABLED=false
USER 10001
EXPOSE 8080
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=70", "-jar", "app.jar"]
