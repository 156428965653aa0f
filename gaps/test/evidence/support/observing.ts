/** Observes calls without a file. */
import { frozenContract } from "../../../../test/support/frozen.ts";
import type { Counts } from "../../../src/evidence/counts.ts";
import { type Exchange, toBody } from "../../../src/evidence/exchange.ts";
import { BaseAddress } from "../../../src/evidence/interface.ts";
import { Observer } from "../../../src/evidence/observer.ts";
import { type RecordedCall, timeOf } from "./recording.ts";

const base = new BaseAddress("https://service.example");

export function observe(calls: RecordedCall[], document = frozenContract): Counts {
  const observer = new Observer(document, base, "test");
  for (const [index, call] of calls.entries()) observer.add(toExchange(call, index));
  return observer.counts();
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
