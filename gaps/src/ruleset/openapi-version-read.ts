import { asObject } from "../document/json.ts";
import type { Rule } from "./rule.ts";

const readable = /^3\.[012]\.\d+/;

export const openapiVersionRead: Rule = {
  code: "openapi-version-read",
  description: "The document is of a version of OpenAPI that these rules read in full.",
  find(document) {
    const { openapi } = asObject(document);
    if (typeof openapi === "string" && readable.test(openapi)) return [];
    return [
      {
        message: `These rules read OpenAPI 3.0, 3.1 and 3.2. What else ${JSON.stringify(openapi ?? "another format")} may hold, they would pass over in silence. Write openapi: 3.1.1.`,
        path: openapi === undefined ? [] : ["openapi"],
      },
    ];
  },
};
