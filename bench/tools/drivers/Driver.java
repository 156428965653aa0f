package videogenerationservice;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes the calls of the matrix with the generated class beside this one. */
public final class Driver {
    private Driver() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<?, ?> row = (Map<?, ?>) Client.Json.parse(line);
            Thread call = new Thread(() -> run(row));
            call.setDaemon(true);
            call.start();
        }
    }

    private static void run(Map<?, ?> row) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("id", row.get("id"));
        try {
            report.put("value", Map.of("job_id", call(row)));
            report.put("ok", true);
        } catch (Exception error) {
            report.put("ok", false);
            report.put("error", error.getClass().getSimpleName());
            report.put("message", String.valueOf(error.getMessage()));
        }
        String line = Client.Json.write(report);
        synchronized (System.out) {
            System.out.println(line);
        }
    }

    private static String call(Map<?, ?> row) {
        double timeout = ((Number) row.get("timeout")).doubleValue();
        Client api =
            new Client(
                new Client.Config()
                    .serverUrl((String) row.get("base"))
                    .timeout(Duration.ofMillis((long) (timeout * 1000)))
                    .retry(new Client.Retry().retries(2).delay(Duration.ofMillis(500)))
                    .auth(new Client.Auth().bearer((String) row.get("token"))));
        switch ((String) row.get("op")) {
            case "read":
                return String.valueOf(api.getHpJob("job-1").jobId());
            case "create":
                return String.valueOf(api.createHpJob(Client.HpJobInput.fromJson(row.get("body"))).jobId());
            case "lipsync":
                return String.valueOf(
                    api.createLipsyncVideo(Client.LipsyncVideoInput.fromJson(row.get("body"))).jobId());
            default:
                throw new UnsupportedOperationException("It has no wait.");
        }
    }
}
