package connlab;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts connlab. */
@SpringBootApplication
public class ConnlabApplication {
    public static void main(String[] args) {
        SpringApplication.run(ConnlabApplication.class, args);
    }
}
