/** What an application ships of the packed client, by each bundler. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installFromSite } from "../../clients/typescript/test/packed.ts";
import type { Reader } from "../../scripts/site/test/support/reader.ts";
import { requires } from "../../test/support/requires.ts";
import { operationRoutes } from "../../generated/operations.ts";
import * as policy from "../../generated/policy.ts";
import { benchPackages } from "../packages.ts";

describe("an application's bundle, minified and gzipped", requires(benchPackages), () => {
  let user: Reader;
  beforeAll(async () => {
    user = await installFromSite();
  });
  afterAll(() => user[Symbol.asyncDispose]());

  test.each(["esbuild", "webpack", "vite"])("is within its limit: %s", async (name) => {
    const { gzippedBundle } = await import("./bundlers.ts");
    const code = 'export { createClient } from "video-generation-client";';
    // An operation beyond the seven of today brings its route with it, and an owner the statuses that are final.
    const statuses = [...policy.finalStatuses, ...policy.failureStatuses].join().length;
    const limit = 4480 + 64 * (Object.keys(operationRoutes).length - 7) + statuses;
    expect(await gzippedBundle(name, code, user.folder)).toBeLessThanOrEqual(limit);
  });
});
