import { beforeEach, expect, test } from "vitest";
import { asObject, type JsonObject, type OpenApiDocument } from "openapi-gaps/document";
import { areOpen } from "../../../test/support/gaps.ts";
import { readBundle } from "../../support/contract.ts";
import { renderCommands } from "../command/commands.ts";
import { renderInputSchemas } from "../command/input-schemas.ts";
import { readModel } from "../model/model.ts";

let document: OpenApiDocument;
beforeEach(async () => void (document = await readBundle()));

const schema = (name: string) => document.components.schemas[name]!;
const properties = (name: string) => asObject(schema(name)["properties"]);
const operation = (path: string, method = "get") => asObject(document.paths[path]?.[method]);

/** What a constant of a generated file holds. */
function readConstant(render: typeof renderCommands, name: string): any {
  const text = render(readModel(document));
  const [, value = ""] = new RegExp(`^export const ${name}: .*? = ([^]*?);$`, "m").exec(text) ?? [];
  return JSON.parse(value);
}
const commands = (): any[] => readConstant(renderCommands, "commands");
const namesOf = () =>
  commands().map(({ resource, verb, variant = "" }) => `${resource} ${verb} ${variant}`.trim());
const flagsOf = (id: string): any[] => commands().find((command) => command.operation === id).flags;
const schemaOf = (id: string): JsonObject => readConstant(renderInputSchemas, "inputSchemas")[id];

test("an operation of a new tag gets a name without anybody's help", () => {
  const list = {
    ...operation("/api/voices/public"),
    operationId: "listTemplates",
    tags: ["Templates"],
  };
  document.paths["/api/templates"] = { get: list as never };
  expect(namesOf()).toContain("templates list");
});

test("two fields of one flag are refused", () => {
  properties("HpJobInput")["project-name"] = { type: "string" };
  expect(commands).toThrow(
    /HpJobInput|requestBody: project_name and project-name are both --project-name/,
  );
});

test.runIf(areOpen("status-of-other-jobs"))(
  "what cannot be read back is absent with its gap, until there is an operation",
  () => {
    const absent = () =>
      readConstant(renderCommands, "absentCommands").map(
        (each: any) => `${each.resource} ${each.gap}`,
      );
    expect(absent()).toEqual(["lipsync status-of-other-jobs", "slides status-of-other-jobs"]);
    const get = { ...operation("/api/hp_job/{job_id}"), operationId: "getLipsyncVideo" };
    document.paths["/api/express_lipsync_video/{job_id}"] = {
      get: { ...get, tags: ["Lipsync videos"] } as never,
    };
    expect(absent()).toEqual(["slides status-of-other-jobs"]);
    expect(namesOf()).toContain("lipsync get");
  },
);

test("a field of two branches is one flag; the branches say when they are meant", () => {
  properties("VideoActor")["avatar_type"] = { type: "string", enum: ["filmed"] };
  const flag = flagsOf("createLipsyncVideo").find(({ name }) => name === "actor.avatar-type");
  expect(flag).toMatchObject({ kind: "text", values: ["public", "custom", "filmed"] });
  expect(flag.notes).toContain("With --actor.use video.");
});

test.each([
  [{ type: "integer" }, "integer"],
  [{ type: "number" }, "number"],
  [{ type: "boolean" }, "boolean"],
  [{ type: ["string", "integer"] }, "any"],
  [{ type: "object" }, "json"],
  [{ type: "array", items: {} }, "json"],
  [{}, "json"],
])("a field %j is a flag for %s", (field, kind) => {
  properties("HpJobInput")["extra"] = field;
  expect(flagsOf("createHpJob").find(({ name }) => name === "extra").kind).toBe(kind);
});

test("a schema stands alone, closed, with the definitions that it reaches and no other", () => {
  const input = schemaOf("createLipsyncVideo");
  expect(Object.keys(asObject(input["$defs"])).sort()).toEqual([
    "Actor",
    "AudioScript",
    "AvatarActor",
    "LipsyncModel",
    "Script",
    "TextScript",
    "VideoActor",
  ]);
  expect(input["additionalProperties"]).toBe(false);
  expect(JSON.stringify(input)).not.toMatch(/x-gap|"examples"|"title"|components/);
  expect(schemaOf("createHpJob")).not.toHaveProperty("$defs.Actor");
  expect(schemaOf("getHpJob")["required"]).toEqual(["job_id"]);
});
