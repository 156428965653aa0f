/** Mutants of what can be called: operations, paths, security and status keys. */
import { asObject, type JsonObject } from "../../../../gaps/src/document/document.ts";
import type { Mutation } from "./mutant.ts";

export function mutateOperations(pathItem: JsonObject): Mutation[] {
  const methods = ["get", "post"].filter((method) => method in pathItem);
  return methods.flatMap((method): Mutation[] => {
    const operation = asObject(pathItem[method]);
    const inOperation =
      (change: (operation: JsonObject) => void): Mutation["change"] =>
      (node) =>
        change(asObject(node[method]));
    return [
      { what: `remove ${method}`, change: (node) => delete node[method] },
      {
        what: `turn ${method} into put`,
        change: (node) => {
          node["put"] = node[method]!;
          delete node[method];
        },
      },
      {
        what: "rename the operation",
        change: inOperation((copy) => (copy["operationId"] = "listEverything")),
      },
      ...["requestBody", "parameters"]
        .filter((part) => part in operation)
        .map((part): Mutation => ({
          what: `remove ${part}`,
          change: inOperation((copy) => delete copy[part]),
        })),
      ...("requestBody" in operation
        ? [
            {
              what: "make the body optional",
              change: inOperation((copy) => (asObject(copy["requestBody"])["required"] = false)),
            },
          ]
        : []),
    ];
  });
}

export function mutatePaths(paths: JsonObject): Mutation[] {
  return [
    ...Object.keys(paths).flatMap((path): Mutation[] => [
      { what: `remove ${path}`, change: (node) => delete node[path] },
      {
        what: `rename ${path}`,
        change: (node) => {
          node[`${path}s`] = node[path]!;
          delete node[path];
        },
      },
      {
        what: `move ${path} to /v1`,
        change: (node) => {
          node[`/v1${path}`] = node[path]!;
          delete node[path];
        },
      },
    ]),
    { what: "add a path", change: (node) => (node["/api/templates"] = {}) },
  ];
}

export function mutateSecurity(document: JsonObject): Mutation[] {
  const schemes = (node: JsonObject) => asObject(asObject(node["components"])["securitySchemes"]);
  const scheme = (node: JsonObject) => asObject(schemes(node)["bearerToken"]);
  return [
    { what: "remove security", change: (node) => delete node["security"] },
    { what: "ask for no token", change: (node) => (node["security"] = []) },
    {
      what: "make the token optional",
      change: (node) => (node["security"] = [{}, { bearerToken: [] }]),
    },
    {
      what: "ask for a scope",
      change: (node) => (node["security"] = [{ bearerToken: ["jobs"] }]),
    },
    { what: "remove the scheme", change: (node) => delete schemes(node)["bearerToken"] },
    { what: "use basic authentication", change: (node) => (scheme(node)["scheme"] = "basic") },
    {
      what: "name a format of the token",
      change: (node) => (scheme(node)["bearerFormat"] = "JWT"),
    },
    {
      what: "use an API key",
      change: (node) =>
        (schemes(node)["bearerToken"] = { type: "apiKey", in: "header", name: "X-Key" }),
    },
    ...Object.entries(asObject(document["paths"])).flatMap(([path, item]) =>
      ["get", "post"]
        .filter((method) => method in asObject(item))
        .map((method): Mutation => ({
          what: `open ${method} ${path} to everybody`,
          change: (node) => {
            const pathItem = asObject(asObject(node["paths"])[path]);
            asObject(pathItem[method])["security"] = [];
          },
        })),
    ),
  ];
}

export function mutateStatusKeys(responses: JsonObject): Mutation[] {
  const rename = (from: string, to: string): Mutation => ({
    what: `answer with ${to} instead of ${from}`,
    change: (node) => {
      node[to] = node[from]!;
      delete node[from];
    },
  });
  return [
    ...("2XX" in responses ? [rename("2XX", "200"), rename("2XX", "default")] : []),
    ...("default" in responses ? [rename("default", "4XX")] : []),
    { what: "answer with 404", change: (node) => (node["404"] = { description: "Not found." }) },
    ...Object.keys(responses).map((status): Mutation => ({
      what: `remove ${status}`,
      change: (node) => delete node[status],
    })),
  ];
}
