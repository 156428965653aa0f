/**
 * This client and published ones of its kind, behind one face: a read and a create against any
 * server.
 */
import RunwayML from "@runwayml/sdk";
import ky from "ky";
import OpenAI from "openai";
import createOpenapiClient from "openapi-fetch";
import Replicate from "replicate";
import type { paths } from "../../generated/schema.d.ts";
import { createClient, type FetchFunction } from "../../clients/typescript/src/index.ts";
import type { ClientCall } from "../../clients/faults/run-fault.ts";
import { hpRequest } from "../../test/support/example-requests.ts";

export interface Subject {
  name: string;
  read: ClientCall;
  create: ClientCall;
}

export interface SubjectOptions {
  /** The limit that each client is given, if it takes one. */
  timeoutMs: number;
  /** In place of the global one. */
  fetch?: typeof fetch;
}

const readPath = "/api/hp_job/job-1";
const createPath = "/api/hp_job";
export const input = hpRequest();

const token = "token-of-the-benchmark";
const headers = { authorization: `Bearer ${token}` };

/**
 * Every client as its README sets it up, with the token, the address and the limit. Clients are
 * made once for each address, as an application would.
 */
export function listSubjects({ timeoutMs, fetch = globalThis.fetch }: SubjectOptions): Subject[] {
  const ours = memoize((baseUrl) =>
    createClient({ baseUrl, token, timeoutMs, fetch: fetch as FetchFunction }),
  );
  const runway = memoize(
    (baseURL) => new RunwayML({ baseURL, apiKey: token, timeout: timeoutMs, fetch }),
  );
  const openai = memoize(
    (baseURL) => new OpenAI({ baseURL, apiKey: token, timeout: timeoutMs, fetch }),
  );
  const replicate = memoize((baseUrl) => new Replicate({ baseUrl, auth: token, fetch }));
  const kyAt = memoize((baseUrl) => ky.create({ baseUrl, headers, timeout: timeoutMs, fetch }));
  const bare = memoize((baseUrl) => createOpenapiClient<paths>({ baseUrl, headers, fetch }));
  const path = { job_id: "job-1" };
  return [
    {
      name: "video-generation-client",
      read: (url, signal) => ours(url).getHpJob("job-1", { signal }),
      create: (url, signal) => ours(url).createHpJob(input, { signal }),
    },
    {
      name: "openapi-fetch",
      read: (url, signal) =>
        bare(url).GET("/api/hp_job/{job_id}", { params: { path }, signal: signal ?? null }),
      create: (url, signal) => bare(url).POST(createPath, { body: input, signal: signal ?? null }),
    },
    {
      name: "@runwayml/sdk",
      read: (url, signal) => runway(url).get(readPath, { signal }),
      create: (url, signal) => runway(url).post(createPath, { body: input, signal }),
    },
    {
      name: "openai",
      read: (url, signal) => openai(url).get(readPath, { signal }),
      create: (url, signal) => openai(url).post(createPath, { body: input, signal }),
    },
    {
      name: "replicate",
      read: async (url, signal) =>
        (
          await replicate(url).request(readPath, { method: "GET", ...(signal && { signal }) })
        ).json(),
      create: async (url, signal) =>
        (
          await replicate(url).request(createPath, {
            method: "POST",
            data: input,
            ...(signal && { signal }),
          })
        ).json(),
    },
    {
      name: "ky",
      read: (url, signal) =>
        kyAt(url)
          .get(readPath, { signal: signal ?? null })
          .json(),
      create: (url, signal) =>
        kyAt(url)
          .post(createPath, { json: input, signal: signal ?? null })
          .json(),
    },
  ];
}

function memoize<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
