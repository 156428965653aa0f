/** Takes the port. */
import { once } from "node:events";
import type { Server } from "node:http";
import { type EmulatorOptions, OptionError } from "../options.ts";

/** @throws {OptionError} when that is not possible, with what can be done */
export async function listen(
  server: Server,
  { port = 0, host = "127.0.0.1" }: EmulatorOptions,
): Promise<void> {
  try {
    server.listen({ port, host });
    await once(server, "listening");
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new OptionError(
        `Port ${port} is in use. Choose another one with --port, or 0 for any.`,
      );
    if (["EACCES", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(code))
      throw new OptionError(
        `Cannot listen on ${host}:${port}: ${message}. Choose others with --host and --port.`,
      );
    throw error;
  }
}
