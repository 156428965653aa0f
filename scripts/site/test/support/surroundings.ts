/** What the short samples of the guides leave to the reader. Node loads it before each of them. */
import { createClient } from "../../../../clients/typescript/src/index.ts";
import { createEmulator } from "../../../../emulator/src/index.ts";
import { hpRequest } from "../../../../test/support/example-requests.ts";

const {
  VIDEO_GENERATION_BASE_URL: baseUrl = "",
  VIDEO_GENERATION_TOKEN: token = "",
  JOB_ID: jobId = "",
} = process.env;
const ignore = () => {};

Object.assign(globalThis, {
  ...{ baseUrl, token, jobId, createClient, createEmulator },
  client: createClient({ baseUrl, token }),
  input: hpRequest(),
  /** Of something to download. */
  address: `${baseUrl}/openapi.json`,
  file: { write: ignore },
  headers: { authorization: `Bearer ${token}` },
  log: { error: ignore },
  queue: { tryAgainLater: ignore, askAPerson: ignore },
  secrets: { read: () => token },
  store: { save: ignore },
});
