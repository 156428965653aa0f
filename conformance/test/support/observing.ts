/** Observes calls without a file. */
import { contract } from "./contract.ts";
import { BaseAddress } from "../../src/base-address.ts";
import { type Exchange, toBody } from "../../src/exchange.ts";
import type { Observations } from "../../src/observe/observations.ts";
import { Observer } from "../../src/observe/observer.ts";
import { type RecordedCall, timeOf } from "./recording.ts";

const base = new BaseAddress("https://service.example");
const key = Buffer.alloc(32, 7);

export function observe(calls: RecordedCall[]): Observations {
  return observerOf(calls).observations();
}

/** @param first number of the first call, for the times */
export function observerOf(calls: RecordedCall[], first = 0): Observer {
  const observer = new Observer(contract, { environment: "test", base, key });
  for (const [index, call] of calls.entries()) observer.add(toExchange(call, first + index));
  return observer;
}

function toExchange(call: RecordedCall, number: number): Exchange {
  const { time, origin, method, url, status = 200, sent, answer, mediaType, credential } = call;
  const textOf = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));
  const text = call.sentText ?? textOf(sent);
  return {
    time: time ?? timeOf(number),
    method: method ?? (text === undefined ? "GET" : "POST"),
    credential,
    origin: origin ?? base.origin,
    path: url,
    status,
    headers: {},
    request: toBody("application/json", text),
    response: toBody(mediaType ?? "application/json", textOf(answer)),
  };
}
