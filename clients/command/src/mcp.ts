/** The server of the Model Context Protocol: what an agent's host meets over standard input and output. */
import { isDeepStrictEqual } from "node:util";
import {
  type CallToolResult,
  fromJsonSchema,
  type jsonSchemaValidator,
  McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import manifest from "../package.json" with { type: "json" };
import type { InputSchema } from "../../../generated/command/schemas.ts";
import { redactor } from "../../redactor.ts";
import { checkValue } from "./body.ts";
import { findProblems } from "./check-body.ts";
import { describeError, type ErrorReport, type ExitCode, exitCodeOf, exitCodes } from "./errors.ts";
import {
  createRule,
  instructions,
  listTools,
  type Session,
  type Tool,
  type ToolContext,
} from "./mcp-tools.ts";
import { escapeUnsafe, exactValue, printable, toJson } from "./print.ts";
import type { Receipt } from "./receipts.ts";

/** An agent reads every letter; a longer response is cut, and says so. */
const maxResultLength = 50_000;
/** Hosts that are told that a call goes on wait longer for it. */
const progressMs = 3_000;

/** What a call comes to. */
interface Outcome {
  text: string;
  isError: boolean;
}

/** A create whose outcome nobody has seen yet. */
export interface UnseenCreate {
  tool: string;
  args: Record<string, unknown>;
  outcome: Promise<Outcome>;
}

/**
 * Serves until the input ends, or a signal comes.
 *
 * @param notify takes messages for the standard error
 */
export async function serveMcp(session: Session): Promise<ExitCode> {
  const { signal } = session.connection;
  const transport = new StdioServerTransport();
  const onerror = (error: Error) =>
    error.name === "ZodError"
      ? void transport.send({ jsonrpc: "2.0", id: null, error: noMessage } as never)
      : session.notify(error.message);
  const unseen: UnseenCreate[] = [];
  const handle = serveStdio(() => createServer(session, unseen), { transport, onerror });
  signal.addEventListener("abort", () => void handle.close());
  const { onclose } = transport;
  // The input may end before there is a server.
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  await Promise.allSettled(unseen.map(({ outcome }) => outcome));
  return signal.aborted ? exitCodeOf(signal) : exitCodes.done;
}

/** What a line of JSON gets that is no message of the protocol. Nobody can tell which request it was to be. */
const noMessage = {
  code: -32600,
  message: "The line is no message of JSON-RPC 2.0: send an object with jsonrpc and method.",
};

function createServer(session: Session, unseen: UnseenCreate[]): McpServer {
  const server = new McpServer(
    { name: "video-generation", version: manifest.version },
    { instructions: instructions(session) },
  );
  for (const tool of listTools(session)) {
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: fromJsonSchema<Record<string, unknown>>(tool.schema as never, validator),
        annotations: {
          readOnlyHint: tool.does === "read",
          openWorldHint: true,
          ...(tool.does !== "read" && {
            idempotentHint: tool.does === "save",
            destructiveHint: false,
          }),
        },
      },
      async (args, { mcpReq }): Promise<CallToolResult> => {
        const progress = startProgress(tool, mcpReq);
        const context = { signal: mcpReq.signal, tell: progress.tell };
        const call = () => run(tool, args, context, session);
        const outcome =
          tool.does === "create" ? createOnce(tool, args, context, unseen, call) : call();
        const { text, isError } = await outcome.finally(progress.stop);
        return { content: [{ type: "text", text }], isError };
      },
    );
  }
  return server;
}

/** Says of arguments what the command line says of a body: an agent corrects what is named. */
const validator: jsonSchemaValidator = {
  getValidator: (schema) => (input) => {
    const problems = findProblems(schema as InputSchema, input).join(" ");
    return problems
      ? { valid: false, data: undefined, errorMessage: problems }
      : { valid: true, data: input as never, errorMessage: undefined };
  },
};

/** Tells a host that asks for it, now and then, that a call goes on, and how far it is. */
export function startProgress(
  { title }: Pick<Tool, "title">,
  { _meta, notify }: Pick<ServerContext["mcpReq"], "_meta" | "notify">,
) {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { tell: () => {}, stop: () => {} };
  let message = title;
  let progress = 0;
  const send = () => {
    const seconds = (++progress * progressMs) / 1000;
    const params = { progressToken, progress, message: printable(`${message} (${seconds} s)`) };
    // Who has gone hears nothing.
    notify({ method: "notifications/progress", params }).catch(() => {});
  };
  const timer = setInterval(send, progressMs);
  return {
    tell: (text: string) => void (message = text),
    stop: () => clearInterval(timer),
  };
}

/**
 * Sends a create. A host that gave up on the same one has not seen what came of it, and its agent may ask again: that is the same job, and gets
 * the same outcome.
 */
export async function createOnce(
  tool: Pick<Tool, "name">,
  args: Record<string, unknown>,
  { signal }: Pick<ToolContext, "signal">,
  unseen: UnseenCreate[],
  call: () => Promise<Outcome>,
): Promise<Outcome> {
  const isSame = (each: UnseenCreate) =>
    each.tool === tool.name && isDeepStrictEqual(each.args, args);
  const create = unseen.find(isSame) ?? { tool: tool.name, args, outcome: call() };
  if (!unseen.includes(create)) unseen.push(create);
  const outcome = await create.outcome;
  const index = unseen.indexOf(create);
  if (!signal.aborted && index >= 0) unseen.splice(index, 1);
  return outcome;
}

async function run(
  tool: Tool,
  args: Record<string, unknown>,
  context: ToolContext,
  session: Session,
): Promise<Outcome> {
  // A server may send the token back, and an agent has no use for it.
  const redact = redactor(session.connection.token);
  let received: Receipt & { isError?: boolean };
  try {
    checkValue(args, `An argument of ${tool.name}`);
    received = await tool.call(args, context);
  } catch (error) {
    // The client refuses arguments with a TypeError, before anything is sent.
    const kind = error instanceof TypeError ? "usage" : "defect";
    const { message } = error as Error;
    const report: Partial<ErrorReport> = describeError(error, context.signal) ?? {
      error: kind,
      message,
    };
    const advice = report.mayHaveStarted ? { advice: createRule(session) } : {};
    return { text: cut(toJson({ ...advice, ...report })), isError: true };
  }
  if (tool.does === "create") session.notify(`The job was created: ${received.data.job_id}`);
  const text = redact(received.text);
  return { text: redact(excerpt({ ...received, text })), isError: received.isError ?? false };
}

/** The response as JSON, cut to what an agent can read. Whatever is cut, the identifier is not. */
function excerpt({ data, text }: Receipt): string {
  const value = exactValue(text);
  const whole = value === undefined ? escapeUnsafe(text) : toJson(value);
  const isWhole = whole.length <= maxResultLength || data.job_id === undefined;
  return isWhole ? cut(whole) : `${toJson({ job_id: data.job_id })}\n${cut(whole)}`;
}

function cut(text: string): string {
  if (text.length <= maxResultLength) return text;
  return `${text.slice(0, maxResultLength)}\n(cut: ${text.length} letters in all)`;
}
