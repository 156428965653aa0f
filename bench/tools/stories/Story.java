package videogenerationservice;

/** Creates an HP job and reads it back with the generated class beside this one. */
public final class Story {
    private Story() {}

    public static void main(String[] arguments) {
        Client api =
            new Client(
                new Client.Config()
                    .serverUrl(System.getenv("ORIGIN"))
                    .auth(new Client.Auth().bearer(System.getenv("TOKEN"))));
        Client.HpJobInput body =
            Client.HpJobInput.fromJson(Client.Json.parse(System.getenv("BODY")));
        Client.HpJobReceipt created = api.createHpJob(body);
        // Compiles only where the type of a success names the job.
        String id = created.jobId();
        Client.HpJob read = api.getHpJob(id);
        System.out.printf(
            "{\"created\": %s, \"read\": %s}%n",
            Client.Json.write(created.toJson()), Client.Json.write(read.toJson()));
    }
}
