/** A client for tests that lets nothing pass which the contracts do not allow. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished } from "vitest";
import { hpRequest } from "../../../test/support/example-requests.ts";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type OperationId,
} from "../../src/index.ts";
import { emulated, findFault, service } from "./contracts.ts";

/** A response that takes longer does not come. */
export const timeoutMs = 60_000;

export interface Received {
  status: number;
  headers: Headers;
  mediaType: string;
  /** Parsed where it is JSON, else the text. */
  body: any;
}

export interface Sent {
  method?: string;
  path: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends a request with the token, and returns what came back without looking at it. */
export async function send(
  emulator: Pick<Emulator, "url" | "token">,
  { method = "GET", path, body, headers }: Sent,
): Promise<Received> {
  const response = await fetch(emulator.url + path, {
    method,
    headers: {
      authorization: `Bearer ${emulator.token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const mediaType = response.headers.get("content-type") ?? "";
  return { status: response.status, headers: response.headers, mediaType, body: parse(text) };
}

/** Sends a request with these headers as they are: `fetch` sets some by itself. */
export async function getRaw(url: string, headers: Record<string, string>) {
  const sent = request(url, { headers }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Calls an operation of the contract, and checks the response against both contracts. */
export async function call(
  emulator: Emulator,
  operation: OperationId,
  sent: { body?: unknown; jobId?: string; headers?: Record<string, string> } = {},
): Promise<Received> {
  const { body, jobId = "", headers } = sent;
  const { method, path } = emulated.byId.get(operation)!;
  const url = path.replace("{job_id}", encodeURIComponent(jobId));
  const received = await send(emulator, { method, path: url, body, ...(headers && { headers }) });
  expect(findFault(emulated, operation, received)).toBeUndefined();
  expect(findFault(service, operation, received)).toBeUndefined();
  return received;
}

/** An emulator whose clock stands still, unless asked otherwise. It is closed when the test is over. */
export async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await createEmulator({ seed: 1, clock: { mode: "manual" }, ...options });
  onTestFinished(() => emulator.close());
  return emulator;
}

/** Creates an HP job of three rows, and returns its identifier. */
export async function createHpJob(emulator: Emulator, change: object = {}): Promise<string> {
  const body = { ...hpRequest(), ...change };
  return (await call(emulator, "createHpJob", { body })).body.job_id as string;
}

export async function readHpJob(emulator: Emulator, jobId: string): Promise<any> {
  return (await call(emulator, "getHpJob", { jobId })).body;
}
