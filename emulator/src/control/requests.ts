/** What the emulator has received. */
import { notFound } from "../http/problem.ts";
import type { EmulatorParts } from "../parts.ts";
import { readPageQuery } from "./page-query.ts";
import type { AddRoute } from "./route.ts";

export function addRequests(add: AddRoute, { requests }: EmulatorParts): void {
  add("GET", "/emulator/requests", ({ query }) => {
    const text = query.get("text")?.toLowerCase();
    return requests.page(readPageQuery(query), text);
  });
  add("GET", "/emulator/requests/:id", ({ parameters: { id = "" } }) => {
    const request = requests.get(Number(id));
    if (!request) throw notFound(`There is no request ${id}, or it has made room for newer ones.`);
    return request;
  });
  add("DELETE", "/emulator/requests", () => requests.clear());
}
