/** Node's own HTTP. An import of it as a value loads all of it, with a client and web sockets: a tenth of the time of a start. */
export const {
  createServer,
  request: requestHttp,
  STATUS_CODES,
} = process.getBuiltinModule("node:http");
