import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { frozenContractFile } from "../../../test/support/frozen.ts";
import { runCommand } from "../support/command.ts";
import { completeRecording, harOf, type RecordedCall } from "./support/recording.ts";

const options = ["--contract", frozenContractFile, "--base-url", "https://service.example"];

/** A text that can be found again, different for each place. */
const secretIn = (place: string) => `s3cr3t-${place}-7b1f`;

/** Every place of a HAR where something private may stand. */
function withSecrets(): RecordedCall[] {
  const headers = [
    { name: "Authorization", value: `Bearer ${secretIn("authorization")}` },
    { name: "Cookie", value: `session=${secretIn("cookie-header")}` },
    { name: secretIn("header-name"), value: secretIn("header-value") },
  ];
  const cookies = [{ name: secretIn("cookie-name"), value: secretIn("cookie-value") }];
  const job = {
    ...{ job_type: secretIn("job-type"), job_id: secretIn("job-id") },
    ...{ status: secretIn("status"), project_name: secretIn("project") },
    output: {
      [secretIn("field-name")]: secretIn("field-value"),
      note: `My password is ${secretIn("free-text")}`,
      nested: { list: [secretIn("list-item"), { [secretIn("nested-name")]: 1 }] },
      link: `https://${secretIn("url-user")}:${secretIn("url-password")}@cdn.example/${secretIn("url-path")}?q=${secretIn("url-query")}`,
    },
  };
  const sent = {
    project_name: secretIn("sent-project"),
    base_video_url: `https://${secretIn("sent-url")}.example/`,
    [secretIn("sent-name")]: secretIn("sent-value"),
  };
  const answer = { ...job, [secretIn("answer-name")]: secretIn("answer-value") };
  const user = `//${secretIn("user")}:${secretIn("password")}@service.example`;
  const call: RecordedCall = {
    url: `/api/hp_job/${secretIn("path")}?${secretIn("query")}=1#${secretIn("fragment")}`,
    answer,
    request: {
      ...{ headers, cookies, url: `https:${user}/api/hp_job/${secretIn("path")}` },
      queryString: [{ name: secretIn("query-name"), value: secretIn("query-value") }],
    },
    response: {
      ...{ headers, cookies, statusText: secretIn("status-text") },
      redirectURL: secretIn("redirect"),
      content: {
        mimeType: `application/${secretIn("media-type")}; boundary=${secretIn("boundary")}`,
        text: JSON.stringify(answer),
      },
    },
  };
  return [
    call,
    { url: "/api/hp_job", sent, answer: job, status: 201 },
    {
      url: "/api/hp_job",
      sent,
      answer: { message: secretIn("refusal"), [secretIn("refusal-name")]: 1 },
      status: 422,
    },
    {
      url: `/${secretIn("unknown-path")}`,
      answer: secretIn("unknown-answer"),
      method: secretIn("method"),
    },
    {
      url: "/api/avatars/public",
      answer: {
        avatars_list: [{ avatar_id: secretIn("avatar"), owner: `${secretIn("mail")}@a.example` }],
      },
    },
    {
      url: "/api/avatars/public",
      response: {
        content: { mimeType: "application/json", text: `{ broken ${secretIn("broken")}` },
      },
    },
    // A name that looks like one of a field, and a word that looks like a status, each in one
    // exchange only.
    {
      url: "/api/hp_job/1",
      answer: { ...job, status: "confidentialword", output: { confidentialname: 1 } },
    },
  ];
}

it("nothing private leaves a recording", async () => {
  await using folder = await temporaryFolder();
  // Often enough that nothing is left out for being rare, but for what is meant to be.
  const often = Array.from({ length: 20 }, () => withSecrets().slice(0, -1)).flat();
  const calls = [...completeRecording(200), ...often, withSecrets().at(-1)!];
  await folder.write("recording.har", harOf(calls));

  const checked = await runCommand(folder.path, "check", "recording.har", ...options);
  const proposed = await runCommand(folder.path, "propose", "recording.har", ...options);

  expect([checked.exitCode, proposed.exitCode], checked.output + proposed.output).toEqual([1, 0]);
  const written = (await readdir(folder.path)).filter((name) => name !== "recording.har");
  expect(written).toEqual(["proposal.overlay.yaml"]);
  const files = await Promise.all(written.map((name) => readFile(join(folder.path, name), "utf8")));
  const everything = [checked.output, proposed.output, ...files].join("\n");
  expect(everything).toContain("avatar_id");
  expect(everything).not.toMatch(/s3cr3t|7b1f|confidential|customer|Ada\b|cdn\.example|0f3a/i);
});

it("an error says nothing of what was recorded", async () => {
  await using folder = await temporaryFolder();
  const file = await folder.write("recording.har", harOf(withSecrets()).slice(0, -30));
  const { exitCode, output } = await runCommand(folder.path, "propose", file, ...options);
  expect(exitCode).toBe(2);
  expect(output).not.toMatch(/s3cr3t|7b1f/);
  expect(await readdir(folder.path)).toEqual(["recording.har"]);
});
