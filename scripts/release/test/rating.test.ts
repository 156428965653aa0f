import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject, OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { rateChange } from "../rate.ts";
import { isAtLeast, requiredVersion } from "../version.ts";
import { contract, readGenerated } from "../../../test/support/contract.ts";
import { RepositoryCopy } from "../../support/repository-copy.ts";

const today = readGenerated("openapi.yaml");

function schemaOf(document: OpenApiDocument, name: string): JsonObject {
  return document.components.schemas[name]!;
}

/** The rating of a change of the contract. */
function rate(change: (document: OpenApiDocument) => void) {
  const changed = structuredClone(contract);
  change(changed);
  return rateChange(today, stringify(changed));
}

// while job-status-values is open
function closeStatuses(document: OpenApiDocument, evidence: boolean): void {
  const status = schemaOf(document, "JobStatus");
  delete status["x-extensible-enum"];
  status["enum"] = ["rendering", "completed"];
  status["x-gap"] = (status["x-gap"] as JsonObject[]).filter(
    ({ id }) => id !== "job-status-values",
  );
  if (evidence)
    status["x-verified"] = [
      {
        gap: "job-status-values",
        date: "2026-01-31",
        environment: "live",
        evidence: "a run",
        samples: 200,
      },
    ];
}
// end

describe("a change is rated", () => {
  it("none when nothing differs", async () => {
    const rating = await rateChange(today, today);
    expect(rating).toMatchObject({
      changeClass: "none",
      types: [],
      stopped: [],
      versions: { required: "0.1.0" },
    });
  });

  it("patch when only words differ", async () => {
    const rating = await rate(
      (document) => (schemaOf(document, "HpJobInput")["description"] = "Other words."),
    );
    expect(rating).toMatchObject({ changeClass: "patch", types: [], stopped: [] });
  });

  it("minor when something is added", async () => {
    const rating = await rate((document) => {
      document.paths["/api/voices/custom"]!["get"] = structuredClone(
        document.paths["/api/voices/public"]!["get"]!,
      );
      (document.paths["/api/voices/custom"]!["get"] as JsonObject)["operationId"] =
        "listCustomVoices";
    });
    expect(rating.changeClass).toBe("minor");
  });

  it("major when a request loses an optional field, which no value shows", async () => {
    const rating = await rate((document) => {
      const { properties } = schemaOf(document, "HpVariable") as { properties: JsonObject };
      delete properties["variable_pre_text"];
    });
    expect(rating.changeClass).toBe("major");
    expect(rating.types).toContainEqual({ name: "HpVariable", kind: "narrowed" });
    expect(rating.types).toContainEqual({ name: "HpJobInput", kind: "narrowed" });
  });

  it("minor when a type accepts more, and names it as widened", async () => {
    const rating = await rate((document) => {
      const { properties } = schemaOf(document, "SlideCustomization") as { properties: JsonObject };
      properties["layer_name"] = { type: "string", description: "Name of the layer." };
    });
    expect(rating.changeClass).toBe("minor");
    for (const name of ["SlideCustomization", "DynamicSlideVideoInput"])
      expect(rating.types).toContainEqual({ name, kind: "widened" });
  });

  // while actor-and-script-presence is open
  it("major when a request is asked for more", async () => {
    const rating = await rate(
      (document) => (schemaOf(document, "LipsyncVideoInput")["required"] = ["model", "actor"]),
    );
    expect(rating).toMatchObject({
      changeClass: "major",
      types: [{ name: "LipsyncVideoInput", kind: "narrowed" }],
    });
  });
  // end

  // while job-status-values and job-type-values and hp-output-fields are open
  it("clarification when a gap was closed, with the types and the code that it narrows", async () => {
    const rating = await rate((document) => closeStatuses(document, true));
    expect(rating.changeClass).toBe("clarification");
    expect(rating.gaps).toEqual({
      closed: [{ id: "job-status-values", hasEvidence: true }],
      opened: [],
    });
    expect(rating.types).toContainEqual({ name: "JobStatus", kind: "narrowed" });
    expect(rating.types).toContainEqual({ name: "HpJob", kind: "narrowed" });
    expect(rating.stopped.map(({ code }) => code)).toEqual([
      'return job.status === "completed" || job.status === "done";',
      "return text;",
      'status: "finished",',
    ]);
    const { renderRating } = await import("../report.ts");
    const report = renderRating(rating, "");
    expect(report).toContain("# Rating: clarification");
    expect(report).toContain("`JobStatus` is narrowed");
    expect(report).toMatch(/line \d+: `status: "finished",` Type '"finished"' is not assignable/);
  });

  it("with the code that looked for a field of unknown content", async () => {
    const rating = await rate((document) => {
      const output = schemaOf(document, "HpJobOutput");
      output["properties"] = { videos: { type: "array", items: { type: "string" } } };
    });
    expect(rating.types).toContainEqual({ name: "HpJobOutput", kind: "narrowed" });
    expect(rating.stopped.map(({ code }) => code)).toContain(
      'const url = job.output["video_url"];',
    );
  });
  // end
});

describe("the version that a change asks for", () => {
  it.each([
    ["0.4.2", "none", "0.4.2"],
    ["0.4.2", "patch", "0.4.3"],
    ["0.4.2", "minor", "0.5.0"],
    ["0.4.2", "clarification", "0.5.0"],
    ["0.4.2", "major", "0.5.0"],
    ["1.4.2", "clarification", "1.5.0"],
    ["1.4.2", "major", "2.0.0"],
  ] as const)("after %s is, for a %s, %s", (before, change, required) => {
    expect(requiredVersion(before, change)).toBe(required);
  });

  it.each([
    ["1.0.0", "1.0.0", true],
    ["1.10.0", "1.9.3", true],
    ["2.0.0", "1.9.9", true],
    ["1.0.9", "1.1.0", false],
  ])("%s against %s: %s", (version, minimum, enough) => {
    expect(isAtLeast(version, minimum)).toBe(enough);
  });

  it("has three numbers", () => {
    expect(() => requiredVersion("1.0", "patch")).toThrow(/info\.version is "1\.0"/);
  });
});

describe("npm run diff", () => {
  // while job-status-values is open
  const older = stringify(contract);

  it.each([
    ["passes a version that follows the change", true, "0.2.0", 0, /Rating: clarification/],
    [
      "refuses a version that stayed behind",
      true,
      "0.1.9",
      1,
      /asks for version 0\.2\.0, but info\.version is 0\.1\.9/,
    ],
    [
      "refuses a gap that was closed by opinion",
      false,
      "0.2.0",
      1,
      /Closed without evidence: job-status-values/,
    ],
  ])("--check %s", async (_, evidence, version, exitCode, says) => {
    await using copy = await RepositoryCopy.create();
    const changed = structuredClone(contract);
    closeStatuses(changed, evidence);
    changed.info["version"] = version;
    await copy.write("older.yaml", older);
    await copy.write("generated/openapi.yaml", stringify(changed));
    const result = await copy.run("scripts/release/diff.ts", "older.yaml", "--check");
    expect(result.output).toMatch(says);
    expect(result.exitCode, result.output).toBe(exitCode);
  });
  // end

  it.each([
    ["a file that is not there", "nowhere.yaml", /No bundle at nowhere\.yaml/],
    ["a file that is no contract", "package.json", /no OpenAPI document/],
    ["an option that it does not know", "--chek", /--chek[\s\S]+Usage/],
  ])("refuses %s", async (_, argument, says) => {
    await using copy = await RepositoryCopy.create();
    const { exitCode, output } = await copy.run("scripts/release/diff.ts", argument);
    expect(exitCode).toBe(1);
    expect(output).toMatch(says);
    expect(output).not.toMatch(/\n\s+at .+:\d+/);
  });
});
