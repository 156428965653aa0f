/** Entry for Workers: the addresses are query parameters of the request. */
import { checkClient } from "./check.ts";

export default {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const results = await checkClient(
      searchParams.get("server") ?? "",
      searchParams.get("refusing") ?? "",
    );
    return Response.json(results);
  },
};
