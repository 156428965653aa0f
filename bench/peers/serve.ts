/** Puts a service of the table behind an address, so that tools of any kind can call it. */
import { createServer, type IncomingMessage } from "node:http";
import { listen } from "../../scripts/support/listen.ts";

/** @param service as the table of defects makes it; whatever it does not answer, this does not answer either */
export function serve(service: typeof fetch) {
  return listen(
    createServer((request, response) => {
      answer(service, request).then(
        async ({ status, headers, body }) => {
          response.writeHead(status, headers);
          response.end(body);
        },
        // A connection that breaks is one of the defects.
        () => response.destroy(),
      );
    }),
  );
}

async function answer(service: typeof fetch, request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { authorization } = request.headers;
  const given = await service(`https://service.example${request.url}`, {
    method: request.method ?? "GET",
    headers: authorization === undefined ? {} : { authorization },
    ...(text === "" ? {} : { body: text }),
  });
  return {
    status: given.status,
    headers: Object.fromEntries(given.headers),
    body: Buffer.from(await given.arrayBuffer()),
  };
}
