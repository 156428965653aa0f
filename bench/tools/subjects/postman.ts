/** The collection that Postman imports, with bodies made of the examples and of the schemas. */
import Converter from "openapi-to-postmanv2";
import { type Json, operationsOf } from "../../../gaps/src/document/document.ts";
import { escapeSegment } from "../../../gaps/src/document/pointer.ts";
import { readBundle } from "../../../scripts/contract/read-bundle.ts";
import { Validators } from "../../../gaps/src/document/validators.ts";
import { expectStory } from "../story.ts";
import { Failure, type Tool } from "../tool.ts";

export const postman: Tool = {
  name: "openapi-to-postmanv2",
  package: "openapi-to-postmanv2",
  trials: [
    {
      does: "fills requests by example",
      run: ({ document }) => expectSoundBodies(document, "Example"),
    },
    {
      // With values in the place of `<integer>` and the like.
      does: "fills requests by schema",
      run: ({ document }) => expectSoundBodies(document, "Schema"),
    },
    {
      does: "creates and reads a job",
      async run({ document, origin, token }) {
        const requests = await requestsOf(document, "Example");
        const send = async (operation: string, values: Record<string, string> = {}) => {
          const { method, path, body } = requests.find(({ name }) => name === operation)!;
          const address = path.replace(/:(\w+)/g, (_, name: string) => values[name]!);
          const response = await fetch(`${origin}/${address}`, {
            method,
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
            ...(body && { body }),
          });
          return (await response.json()) as { job_id: string };
        };
        const created = await send("Create an HP job");
        const read = await send("Get the status of an HP job", { job_id: created.job_id });
        expectStory(JSON.stringify({ created, read }));
      },
    },
  ],
};

/** Where Postman takes its values from. */
type Mode = "Example" | "Schema";

interface Request {
  /** The summary of its operation. */
  name: string;
  method: string;
  /** `api/hp_job/:job_id`. */
  path: string;
  body: string | undefined;
}

const contract = await readBundle();
const validators = new Validators(contract);

async function expectSoundBodies(document: string, mode: Mode): Promise<void> {
  for (const { name, body } of await requestsOf(document, mode)) {
    if (body === undefined) continue;
    const { path, method } = operationsOf(contract).find(({ node }) => node["summary"] === name)!;
    const schema = `#/paths/${escapeSegment(path)}/${method}/requestBody/content/application~1json/schema`;
    const [error] = validators.errors(schema, fillIn(JSON.parse(body)));
    if (error) throw new Failure(`${name}: ${error.instancePath.slice(1)} ${error.message}`);
  }
}

/** What a person would write in the place of `<integer>`. */
const fillings: Record<string, Json> = {
  "<string>": "text",
  "<integer>": 1,
  "<number>": 1,
  "<boolean>": true,
};

/** @throws {Failure} for a placeholder that names no type */
function fillIn(value: Json): Json {
  if (Array.isArray(value)) return value.map(fillIn);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item)]));
  if (typeof value !== "string" || !/^<.*>$/.test(value)) return value;
  const filling = fillings[value];
  if (filling === undefined) throw new Failure(`nobody knows what ${value} stands for`);
  return filling;
}

/** A collection holds folders of folders of requests. */
interface Item {
  item?: Item[];
  request?: { name: string; method: string; url: { path: string[] }; body?: { raw?: string } };
}

function requestsOf(document: string, mode: Mode): Promise<Request[]> {
  const options = { requestParametersResolution: mode, parametersResolution: mode };
  return new Promise((resolve, reject) => {
    Converter.convertV2({ type: "file", data: document }, options, (error, conversion) => {
      const [output] = conversion?.output ?? [];
      if (!conversion?.result || !output)
        return reject(new Failure(error?.message ?? conversion?.reason ?? "no collection"));
      resolve(requestsIn(output.data as Item));
    });
  });
}

function requestsIn({ item = [], request }: Item): Request[] {
  const own = request
    ? [
        {
          name: request.name,
          method: request.method,
          path: request.url.path.join("/"),
          body: request.body?.raw,
        },
      ]
    : [];
  return [...own, ...item.flatMap(requestsIn)];
}
