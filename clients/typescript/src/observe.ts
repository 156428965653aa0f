/**
 * Reports what a real service does beyond its contract, so that gaps can be closed with evidence.
 */
import type { CallResult, OperationMethods } from "../../../generated/methods.ts";
import {
  type InlineSchema,
  type ObservedSchema,
  observedOperations,
  observedSchemas,
  statusGaps,
} from "../../../generated/observations.ts";
import { toCall } from "./call.ts";
import type { Client } from "./client.ts";
import { isApiError } from "./error-guards.ts";
import { emit } from "./events.ts";
import type { CallOptions } from "./options.ts";
import { type WaitMaker, waitsOver } from "./wait-methods.ts";

/** One thing that the contract does not document. It holds no value of a response. */
export interface Observation {
  /** The gap it is news about; `undefined` if the contract expects nothing here. */
  gap: string | undefined;
  /** The `operationId`. */
  operation: string;
  /** JSON pointer to the place in the contract that would document it. */
  pointer: string;
  /**
   * What is not documented: a status code, a value of a field with known values, a field, or the
   * type of a value.
   */
  kind: "status" | "value" | "field" | "type";
}

type Methods = OperationMethods<CallOptions>;
type Finding = Pick<Observation, "gap" | "pointer" | "kind">;

/**
 * Wraps a client so that whatever is undocumented in an answer is reported. Each finding is
 * reported once for each operation, so that polling does not repeat it.
 *
 * @param report called with each finding; what it throws is ignored
 * @example
 * ```ts
 * const client = observe(createClient({ baseUrl, token }), (observation) => console.log(observation));
 * ```
 */
export function observe(client: Client, report: (observation: Observation) => void): Client {
  const reported = new Set<string>();
  const reportOnce = (operation: string, { gap, pointer, kind }: Finding) => {
    const key = `${operation} ${pointer} ${kind}`;
    if (reported.has(key)) return;
    reported.add(key);
    emit(report, () => ({ gap, operation, pointer, kind }));
  };
  const methods: Methods = Object.fromEntries(
    Object.keys(observedOperations).map((name): unknown[] => {
      const call = client[name as keyof Methods] as Methods["listPublicAvatars"];
      const look = (result: CallResult<unknown>) => {
        for (const finding of findInAnswer(name, result.response.status, result.data)) {
          reportOnce(name, finding);
        }
        return result;
      };
      const lookAtFailure = (error: unknown) => {
        if (isApiError(error)) {
          for (const finding of findInStatus(name, error.status)) reportOnce(name, finding);
        }
        throw error;
      };
      return [
        name,
        (...args: Parameters<typeof call>) =>
          toCall(
            call(...args)
              .withResponse()
              .then(look, lookAtFailure),
          ),
      ];
    }),
  );
  // A client of the caller's own making, in a test, has no maker of waits: its own stay as they are.
  const waits = (client as Client & Partial<WaitMaker>)[waitsOver]?.(methods.getHpJob);
  return { ...client, ...methods, ...waits };
}

function findInAnswer(operation: string, status: number, data: unknown): Finding[] {
  const result = observedOperations[operation]?.result ?? {};
  return [...findInStatus(operation, status), ...findInValue(result, data, "", undefined)];
}

function findInStatus(operation: string, status: number): Finding[] {
  const { responses, statuses } = observedOperations[operation] ?? {};
  if (statuses?.includes(status)) return [];
  const gap = status >= 200 && status < 300 ? statusGaps.success : statusGaps.failure;
  return [{ gap, pointer: `${responses}/${status}`, kind: "status" }];
}

/**
 * @param place pointer to a schema without a name
 * @param outerGap the gap of the schema that holds this one, for a schema that has none of its own
 */
function findInValue(
  schema: ObservedSchema,
  value: unknown,
  place: string,
  outerGap: string | undefined,
): Finding[] {
  const pointer = typeof schema === "string" ? `#/components/schemas/${schema}` : place;
  const documented: InlineSchema =
    (typeof schema === "string" ? observedSchemas[schema] : schema) ?? {};
  const { types, values, fields, items, branches, branchKey } = documented;
  const gap = documented.gap ?? outerGap;
  if (types && !types.some((type) => isOfType(value, type)))
    return [{ gap, pointer, kind: "type" }];
  if (values && !values.includes(value)) return [{ gap, pointer, kind: "value" }];
  if (branches) {
    // The branch that fits best is the one that was meant.
    const found = branches.map((branch, index) =>
      findInValue(branch, value, `${pointer}/${branchKey}/${index}`, gap),
    );
    return found.sort((a, b) => a.length - b.length)[0] ?? [];
  }
  if (Array.isArray(value) && items !== undefined) {
    return value.flatMap((item) => findInValue(items, item, `${pointer}/items`, gap));
  }
  if (fields && typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, child]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const at = `${pointer}/properties/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return field === undefined
        ? [{ gap, pointer: at, kind: "field" as const }]
        : findInValue(field, child, at, gap);
    });
  }
  return [];
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "object")
    return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}
