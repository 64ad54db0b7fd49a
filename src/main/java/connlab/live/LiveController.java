package connlab.live;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The live figures as server-sent events, each a {@link Frame} in JSON. A stream is one request on
 * one virtual thread that writes until its reader has gone.
 */
@RestController
class LiveController {
    private static final byte[] RETRY = bytes("retry: 1000\n\n");
    private static final byte[] DATA = bytes("data: ");
    private static final byte[] END = bytes("\n\n");

    private final LiveFeed feed;

    LiveController(LiveFeed feed) {
        this.feed = feed;
    }

    @GetMapping("/live")
    void live(HttpServletRequest request, HttpServletResponse response) {
        try (Subscription subscription = feed.join().orElseThrow(LiveController::noSeat)) {
            response.setContentType("text/event-stream;charset=UTF-8");
            response.setHeader("Cache-Control", "no-store");
            response.setHeader("X-Accel-Buffering", "no");
            if (!request.getMethod().equals("HEAD")) {
                write(subscription, response.getOutputStream());
            }
        } catch (IOException _) {
            // The reader has gone.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void write(Subscription subscription, OutputStream out)
            throws IOException, InterruptedException {
        out.write(RETRY);
        out.flush();
        byte[] frame = subscription.next();
        while (frame.length > 0) {
            out.write(DATA);
            out.write(frame);
            out.write(END);
            out.flush();
            frame = subscription.next();
        }
    }

    private static ErrorResponseException noSeat() {
        ErrorResponseException refusal = new ErrorResponseException(HttpStatus.SERVICE_UNAVAILABLE);
        refusal.setDetail(
                "At most %d pages can follow at once, and none while connlab shuts down."
                        .formatted(LiveFeed.MOST_LISTENERS));
        return refusal;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
