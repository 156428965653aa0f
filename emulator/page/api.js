// @ts-check
/** Calls of the page: to the control plane, and to the API as any client makes them. */

/**
 * @param {string} method
 * @param {string} path below `/emulator/`
 * @param {unknown} [body]
 */
export async function call(method, path, body) {
  const response = await fetch(`/emulator/${path}`, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  const result = text === "" ? undefined : JSON.parse(text);
  if (!response.ok) throw new Error(result?.detail ?? `Status code ${response.status}`);
  return result;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {string} token
 * @param {string} [body]
 */
export async function sendToApi(method, path, token, body) {
  const response = await fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
}

/** Query text of what is set. @param {Record<string, string | number | null>} parameters */
export function query(parameters) {
  const set = Object.entries(parameters).filter(([, value]) => value !== null && value !== "");
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
}
