/** Every tool that the contract is tried with. */
import type { Tool } from "../tool.ts";
import { heyApi } from "./hey-api.ts";
import { kubb } from "./kubb.ts";
import { mcp } from "./mcp.ts";
import { oazapfts } from "./oazapfts.ts";
import { openapiTypescript } from "./openapi-typescript.ts";
import { openapiZodClient } from "./openapi-zod-client.ts";
import { orval } from "./orval.ts";
import { postman } from "./postman.ts";
import { prism } from "./prism.ts";
import { redocly } from "./redocly.ts";
import { swaggerParser } from "./swagger-parser.ts";
import { swaggerTypescriptApi } from "./swagger-typescript-api.ts";

export const tools: Tool[] = [
  heyApi,
  swaggerTypescriptApi,
  ...orval,
  oazapfts,
  openapiZodClient,
  kubb,
  openapiTypescript,
  ...redocly,
  prism,
  swaggerParser,
  postman,
  mcp,
];
