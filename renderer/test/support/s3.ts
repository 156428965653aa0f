/** A server of S3 for tests, which keeps its files in a folder. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../../../scripts/support/locations.ts";
import { benchPackage } from "../../../test/support/requires.ts";

const requireOfBench = createRequire(join(root, "bench/package.json"));

export const s3Tools = ["s3rver", "flydrive", "@aws-sdk/client-s3"].map((name) =>
  benchPackage(`S3 (${name})`, name),
);

interface Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

/** Returns the variables by which programs find the server, and what ends it. The bucket exists. */
export async function startS3(directory: string, bucket: string) {
  const S3rver = requireOfBench("s3rver") as new (options: object) => Server;
  const options = { port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] };
  const server = new S3rver(options);
  const { port } = await server.run();
  const variables = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_REGION: "eu-central-1",
    // Those that this server knows.
    AWS_ACCESS_KEY_ID: "S3RVER",
    AWS_SECRET_ACCESS_KEY: "S3RVER",
  };
  return { variables, [Symbol.asyncDispose]: () => server.close() };
}
