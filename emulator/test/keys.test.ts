/** What each key does on the emulator's page, without a browser. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { model } from "../page/model.ts";

// Nothing is drawn, and nothing is read.
vi.mock(import("../page/model.ts"), async (original) => {
  vi.stubGlobal("location", { pathname: "/emulator", hash: "" });
  return { ...(await original()), follow: async () => {} };
});

let done: string[];
let hash: string;
let onKey: (event: object) => void;
let hasSearch: boolean;

const element = (name: string) => ({ focus: () => void done.push(`focuses ${name}`) });
const search = { ...element("search"), closest: (selector: string) => matches("input", selector) };
const matches = (what: string, selector: string) =>
  selector.split(", ").includes(what) ? search : null;

beforeAll(async () => {
  vi.stubGlobal("document", {
    querySelector: (selector: string) =>
      selector === "[type=search]" ? (hasSearch ? search : null) : element(selector),
  });
  vi.stubGlobal("location", {
    pathname: "/emulator",
    replace: (to: string) => void done.push(`goes to ${to}`),
    get hash() {
      return hash;
    },
    set hash(to: string) {
      done.push(`opens ${to}`);
    },
  });
  vi.stubGlobal("addEventListener", (name: string, listener: typeof onKey) => {
    if (name === "keydown") onKey = listener;
  });
  await import("../page/page.ts");
  return () => void vi.unstubAllGlobals();
});
beforeEach(() => {
  [done, hash, hasSearch] = [[], "#jobs", true];
  Object.assign(model, { section: "jobs", jobs: ["c", "b", "a"].map((id) => ({ id })) });
  Object.assign(model, { requests: [{ id: 2 }, { id: 1 }] });
});

/** @param on what has the focus */
const press = (key: string, on = "body", more: object = {}) => {
  const target =
    on === "search" ? search : { closest: (selector: string) => matches(on, selector) };
  const preventDefault = () => void done.push("alone");
  onKey({ key, target, ctrlKey: false, metaKey: false, altKey: false, preventDefault, ...more });
  return done;
};
const to = (id: string, section = "jobs") => [
  ...["alone", `goes to #${section}/${id}`, `focuses [data-key="${id}"] a`],
];

test.each<[key: string, on: string, at: string, does: string[]]>([
  ["/", "body", "#jobs", ["alone", "focuses search"]],
  ["/", "search", "#jobs", []],
  ["/", "textarea", "#jobs", []],
  ["Escape", "body", "#jobs/b", ["opens jobs", 'focuses [data-key="b"] a']],
  ["Escape", "search", "#jobs/b", ["opens jobs", 'focuses [data-key="b"] a']],
  ["Escape", "body", "#jobs", []],
  ["Enter", "tr[aria-current]", "#jobs/b", ["focuses .detail"]],
  ["Enter", "body", "#jobs/b", []],
  ["Enter", "search", "#jobs", to("c")],
  ["ArrowDown", "body", "#jobs", to("c")],
  ["ArrowDown", "search", "#jobs", to("c")],
  ["ArrowDown", "body", "#jobs/c", to("b")],
  ["ArrowDown", "body", "#jobs/a", []],
  ["ArrowDown", "body", "#jobs/gone", to("c")],
  ["ArrowUp", "body", "#jobs/a", to("b")],
  ["ArrowUp", "body", "#jobs/c", to("c")],
  ["ArrowUp", "body", "#jobs", to("c")],
  ["ArrowUp", "search", "#jobs/a", []],
  ["ArrowDown", ".detail", "#jobs/c", []],
  ["ArrowDown", "select", "#jobs/c", []],
  ["ArrowDown", "video", "#jobs/c", []],
  ["ArrowRight", "body", "#jobs/c", []],
  ["x", "body", "#jobs/c", []],
])("%s on %s at %s", (key, on, at, does) => {
  hash = at;
  expect(press(key, on)).toEqual(does);
});

test.each(["ctrlKey", "metaKey", "altKey"])("with %s, a key is the browser's", (name) => {
  expect(press("/", "body", { [name]: true })).toEqual([]);
});

test("of requests, the next one is opened; where nothing is listed, no key does anything", () => {
  model.section = "requests";
  hash = "#requests/2";
  expect(press("ArrowDown")).toEqual(to("1", "requests"));
  [hasSearch, done] = [false, []];
  expect(["/", "Escape", "ArrowDown"].flatMap((key) => press(key))).toEqual([]);
});
