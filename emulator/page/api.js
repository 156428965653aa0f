// @ts-check
/** Calls of the page: to the control plane, and to the API as any client makes them. */

/** @param path below `/emulator/` */
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

/** @param body JSON text */
export async function send(method, path, headers, body) {
  const type = body ? { "content-type": "application/json" } : {};
  const init = { method, headers: { ...headers, ...type }, body };
  const response = await fetch(path, init);
  return { ok: response.ok, status: response.status, text: await response.text() };
}

/** The fields of a form that are filled, numbers as numbers. */
export function fieldsOf(form) {
  const fields = [...form.querySelectorAll("[name]")].filter(({ value }) => value !== "");
  return Object.fromEntries(
    fields.map(({ name, type, value }) => [name, type === "number" ? Number(value) : value]),
  );
}
