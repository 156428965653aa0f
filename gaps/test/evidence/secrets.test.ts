import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { frozenContractFile } from "../../../test/support/frozen.ts";
import { isObject, type Json } from "../../src/document/json.ts";
import { runCommand } from "../support/command.ts";
import { withBody } from "../truth/shop.ts";
import { harOf, type RecordedCall, recordingLikeEmulator } from "./support/recording.ts";

const options = ["--contract", frozenContractFile, "--base-url", "https://service.example"];

/** A text that can be found again, and tells its place. */
const secretIn = (place: string) => `s3cr3t-${place}-7b1f`;

/** Every text is one, and every object has one more name and value. */
const spoil = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, part: Json) => {
    if (typeof part === "string") return `${secretIn(`value-${key}`)} is my password`;
    if (!isObject(part)) return part;
    return { ...part, [secretIn("name")]: `https://${secretIn("user")}@cdn.example/?q=secret` };
  });

/** A call with a secret at every place of a HAR where something private may stand. */
function spoilt(call: RecordedCall): RecordedCall {
  const pairs = [{ name: secretIn("pair-name"), value: secretIn("pair") }];
  const listed = { headers: pairs, cookies: pairs };
  return {
    ...call,
    url: `${call.url}?${secretIn("query")}=1#${secretIn("fragment")}`,
    ...(call.sent !== undefined && { sent: spoil(call.sent) }),
    answer: spoil(call.answer),
    request: { ...listed, queryString: pairs },
    response: { ...listed, statusText: secretIn("text"), redirectURL: secretIn("redirect") },
  };
}

it("nothing private leaves a recording", async () => {
  await using folder = await temporaryFolder();
  // Often enough that nothing is left out for being rare, but for what is meant to be.
  const calls = recordingLikeEmulator(20);
  const type = `application/${secretIn("media-type")}; boundary=${secretIn("boundary")}`;
  const recording = harOf([
    ...[...calls, ...calls.map(spoilt)],
    ...calls.map((call) => ({ ...spoilt(call), mediaType: type })),
    { url: `/${secretIn("place")}`, answer: secretIn("stray"), method: secretIn("method") },
    withBody({ url: "/api/avatars/public" }, { text: `{ ${secretIn("broken")}` }),
    // A name that looks like one of a field, and a word that looks like a status, each in one exchange only.
    {
      url: "/api/hp_job/1",
      answer: { status: "confidentialword", output: { confidentialname: 1 } },
    },
  ]);
  await folder.write("recording.har", recording);

  const checked = await runCommand(folder.path, "check", "recording.har", ...options);
  const proposed = await runCommand(folder.path, "propose", "recording.har", ...options);

  expect([checked.exitCode, proposed.exitCode], checked.output + proposed.output).toEqual([1, 0]);
  const written = (await readdir(folder.path)).filter((name) => name !== "recording.har");
  expect(written).toEqual(["proposal.overlay.yaml"]);
  const files = await Promise.all(written.map((name) => readFile(join(folder.path, name), "utf8")));
  const everything = [checked.output, proposed.output, ...files].join("\n");
  expect(everything).toContain("avatar_id");
  expect(everything).toContain("  job-status-values: a new value for schema `JobStatus` ");
  expect(everything).not.toMatch(/s3cr3t|7b1f|confidential|customer|Ada\b|cdn\.example|0f3a/i);
});
