// @ts-check
/** Calls of the page: to the control plane, and to the API as any client makes them. */

/**
 * @param {string} method
 * @param {string} path below `/emulator/`
 * @param {unknown} [body]
 */
export async function call(method, path, body) {
  const { ok, status, text } = await send(
    method,
    `/emulator/${path}`,
    {},
    body && JSON.stringify(body),
  );
  const result = text === "" ? undefined : JSON.parse(text);
  if (!ok) throw new Error(result?.detail ?? `Status code ${status}`);
  return result;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {unknown} [body] JSON text
 */
export async function send(method, path, headers, body) {
  const response = await fetch(path, {
    method,
    headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: String(body) } : {}),
  });
  return { ok: response.ok, status: response.status, text: await response.text() };
}

/** Query text of what is set. @param {Record<string, string | number | null>} parameters */
export function query(parameters) {
  const set = Object.entries(parameters).filter(([, value]) => value !== null && value !== "");
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
}

/** The fields of a form that are filled, numbers as numbers. @param {HTMLFormElement} form */
export function fieldsOf(form) {
  const fields = [...form.querySelectorAll("input, select")].map(
    (node) => /** @type {HTMLInputElement} */ (node),
  );
  return Object.fromEntries(
    fields
      .filter(({ value }) => value !== "")
      .map(({ name, type, value }) => [name, type === "number" ? Number(value) : value]),
  );
}
