/** Packages that only a queue needs, and that are installed for one alone. */

const always = ["openworkflow", "postgres", "flydrive"];

/**
 * @param more packages than every queue needs
 * @throws {Error} that says how to install them, when one is missing
 */
export async function loadOptional<Loaded>(
  load: () => Promise<Loaded>,
  more: string[] = [],
): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    const [reason] = message.split(" imported from");
    throw new Error(
      `A queue needs packages that are missing (${reason}): npm install ${[...always, ...more].join(" ")}`,
    );
  }
}
