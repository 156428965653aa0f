/** The bearer token. Interface specification, “Authentication”. */
import { Problem } from "./problem.ts";

/**
 * Checks the header `Authorization`.
 *
 * @throws {Problem} 401 when it is missing, of another scheme, or holds another token
 */
export function authorize(header: string | undefined, token: string): void {
  if (header === `Bearer ${token}`) return;
  const [, scheme, given] = /^(\S+)(?: +(.*))?$/.exec(header ?? "") ?? [];
  if (scheme === undefined)
    refuse("The header Authorization is missing. Send: Authorization: Bearer <API_TOKEN>.");
  if (scheme.toLowerCase() !== "bearer" || !given)
    refuse("The header Authorization must read: Bearer <API_TOKEN>.");
  if (given.trim() !== token) refuse("The token is not the one the emulator was started with.");
}

function refuse(detail: string): never {
  throw new Problem({
    code: "unauthorized",
    detail,
    headers: { "www-authenticate": "Bearer" },
  });
}
