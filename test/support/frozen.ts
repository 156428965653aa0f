/**
 * The contract as it was while its gaps were open: what a tool does with an open gap is tested on this one, so
 * that closing a gap changes no test. `npm run generate` writes it, until the service has shown or said something.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiDocument } from "openapi-gaps/document";

export const frozenFile = (name: string): string => join(import.meta.dirname, "frozen", name);

export const frozenContractFile = frozenFile("openapi.json");

export const frozenContract: OpenApiDocument = JSON.parse(readFileSync(frozenContractFile, "utf8"));
