/** The command line of a contract that grows: nobody has to name anything. */
import { beforeEach, expect, test } from "vitest";
import { asObject, type OpenApiDocument } from "openapi-gaps/document";
import { frozenContract } from "../../../test/support/frozen.ts";
import { renderCommands } from "../command.ts";
import { readModel } from "../model/model.ts";

let document: OpenApiDocument;
beforeEach(() => void (document = structuredClone(frozenContract)));

const properties = (name: string) => asObject(document.components.schemas[name]?.["properties"]);

/** What a constant of the generated file holds. */
function readConstant(name: string): any[] {
  const text = renderCommands(readModel(document));
  const [, value = ""] = new RegExp(`^export const ${name}: .*? = ([^]*?);$`, "m").exec(text) ?? [];
  return JSON.parse(value);
}
const flagOf = (id: string, flag: string) =>
  readConstant("commands")
    .find(({ operation }) => operation === id)
    .flags.find(({ name }: { name: string }) => name === flag);

test("what cannot be read back is absent with its gap, until there is an operation", () => {
  const absent = () =>
    readConstant("absentCommands").map(({ resource, gap }) => `${resource} ${gap}`);
  expect(absent()).toEqual(["lipsync status-of-other-jobs", "slides status-of-other-jobs"]);
  const get = asObject(document.paths["/api/hp_job/{job_id}"]?.["get"]);
  document.paths["/api/express_lipsync_video/{job_id}"] = {
    get: { ...get, operationId: "getLipsyncVideo", tags: ["Lipsync videos"] },
  };
  expect(absent()).toEqual(["slides status-of-other-jobs"]);
});

test("a field of two branches is one flag; the branches say when they are meant", () => {
  properties("VideoActor")["avatar_type"] = { type: "string", enum: ["filmed"] };
  const flag = flagOf("createLipsyncVideo", "actor.avatar-type");
  expect(flag).toMatchObject({ kind: "text", values: ["public", "custom", "filmed"] });
  expect(flag.notes).toContain("With --actor.use video.");
  properties("VideoActor")["avatar_type"] = { type: "integer" };
  expect(flagOf("createLipsyncVideo", "actor.avatar-type")).toMatchObject({ kind: "any" });
});

test.each([
  [{ type: "number" }, "number"],
  [{ type: ["string", "integer"] }, "any"],
  [{ type: "array", items: {} }, "json"],
  [{}, "json"],
])("a field %j is a flag for %s", (field, kind) => {
  properties("HpJobInput")["extra"] = field;
  expect(flagOf("createHpJob", "extra").kind).toBe(kind);
});

test("the fields of an object that is deprecated are so, too", () => {
  Object.assign(properties("LipsyncVideoInput")["actor"]!, { deprecated: true });
  const said = "Deprecated: the service does not take it.";
  expect(flagOf("createLipsyncVideo", "actor.use").notes).toContain(said);
  expect(flagOf("createLipsyncVideo", "script.use").notes).not.toContain(said);
});
