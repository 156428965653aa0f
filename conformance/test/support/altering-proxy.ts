/** A service that answers as the emulator does, but for one thing. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Answer {
  status: number;
  mediaType: string;
  /** Sent as JSON; a string as it is. */
  body: any;
}

export interface Alteration {
  /** Of which requests the answer is altered, as `POST /api/hp_job`. */
  request: RegExp;
  alter: (answer: Answer) => void;
}

/** Use with `await using`: the server is closed at the end of the block. */
export class AlteringProxy implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async create(
    target: string,
    { request: pattern, alter }: Alteration,
  ): Promise<AlteringProxy> {
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const { method = "GET", url = "/" } = request;
      const { authorization = "", "content-type": contentType = "" } = request.headers;
      const real = await fetch(target + url, {
        method,
        headers: { authorization, "content-type": contentType },
        ...(method === "GET" ? {} : { body: await bodyOf(request) }),
      });
      const text = await real.text();
      const mediaType = real.headers.get("content-type") ?? "";
      const answer: Answer = { status: real.status, mediaType, body: JSON.parse(text) };
      if (pattern.test(`${method} ${url}`)) alter(answer);
      response.writeHead(answer.status, { "content-type": answer.mediaType });
      response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
    };
    const server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new AlteringProxy(server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
