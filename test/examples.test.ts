/** Decision 0004: the examples of the contract tell one story, from a request to the job that is read back. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { asList, asObjectMap } from "openapi-gaps/document";
import { root } from "../scripts/support/locations.ts";
import { contract } from "./support/contract.ts";

type Fields = Record<string, unknown>;

const files = globSync("openapi/*/examples/*.yaml", { cwd: root }).sort();
const valueOf = (file: string) =>
  (parse(readFileSync(join(root, file), "utf8")) as { value: Fields }).value;
const folderOf = (file: string) => file.split("/")[1];
const requests = files.filter((file) => file.endsWith(".request.yaml"));
const responses = files.filter((file) => file.endsWith(".response.yaml"));

/** The requests that lead to a response: its own, or for a job that is read, all of its kind. */
const sentFor = (response: string) => {
  const own = response.replace(".response.", ".request.");
  const sent = requests.filter((file) => folderOf(file) === folderOf(response));
  return (sent.includes(own) ? [own] : sent).map(valueOf);
};

test.each(responses)("%s repeats what was sent", (file) => {
  const response = valueOf(file);
  for (const sent of sentFor(file)) {
    expect({ ...response, ...sent }).toMatchObject(
      // `output` and `status` are no words of a request.
      Object.fromEntries(Object.entries(response).filter(([name]) => name in sent)),
    );
    if ("input" in response) expect(response["input"]).toEqual(sent);
  }
});

/** Those that an owner has named. */
const { job_type: jobType } = asObjectMap(contract.components.schemas["HpJob"]!["properties"]);
const jobTypes = asList(jobType!["enum"] ?? jobType!["x-extensible-enum"]);

test.each(responses)("%s has what the service hands out as a placeholder", (file) => {
  const { job_id: id, job_type: type, status } = valueOf(file);
  expect([undefined, "example-job-id"]).toContain(id);
  expect([undefined, "example-job-type", ...jobTypes]).toContain(type);
  expect([undefined, "rendering"]).toContain(status);
});

test.each(requests)("%s has a response", (file) => {
  expect(responses.map((each) => basename(each))).toContain(
    basename(file).replace(".request.", ".response."),
  );
});
