/** A Chromium for the browser tests and the measurements: the one of `CHROME_PATH`, that of npm (Linux on x64), or an installed Chrome. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { root } from "../../scripts/support/locations.ts";
import { UserError } from "openapi-gaps";

/** Containers have neither sandbox nor graphics card, and nothing but the pages under test may use the network. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const fontConfig = `<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Starts it without a window. @throws {UserError} where there is none */
export async function launchBrowser(): Promise<Browser> {
  try {
    const options = await findBrowser();
    const env = { ...process.env, ...options.env };
    return await chromium.launch({ ...options, args: browserFlags, env });
  } catch (error) {
    throw new UserError(
      `No Chromium starts. Install Chrome, or set CHROME_PATH to one; that of npm takes 220 MB in node_modules/.cache.\n  ${(error as Error).message}`,
    );
  }
}

/** Where it is, and what its process needs in its environment beside what is there. */
export async function findBrowser(): Promise<LaunchOptions & { env?: Record<string, string> }> {
  const chosen = process.env["CHROME_PATH"];
  if (chosen) return { executablePath: chosen };
  if (process.platform !== "linux" || process.arch !== "x64") return { channel: "chrome" };
  const manifest = join(root, "node_modules/@sparticuz/chromium/package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const folder = join(root, `node_modules/.cache/chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder);
  const hasFonts = existsSync("/etc/fonts/fonts.conf");
  return {
    executablePath: join(folder, "chromium"),
    // A bare Debian has neither libnss3 nor a font.
    env: {
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      ...(!hasFonts && { FONTCONFIG_FILE: join(folder, "own-fonts.conf") }),
    },
  };
}

/** Several test processes may unpack at once: each does so aside, and the first one to end is used. */
async function unpackInto(folder: string): Promise<void> {
  await mkdir(join(folder, ".."), { recursive: true });
  const aside = await mkdtemp(`${folder}-`);
  try {
    const unpack = `import { default as c } from "@sparticuz/chromium"; await c.executablePath();`;
    execFileSync(process.execPath, ["--input-type=module", "--eval", unpack], {
      cwd: root,
      // The package unpacks into the temporary folder, and its libraries only on what looks like a Lambda.
      env: { ...process.env, TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" },
      stdio: "pipe",
    });
    // The configuration that comes with the fonts names folders of a Lambda only.
    await writeFile(join(aside, "own-fonts.conf"), fontConfig);
    await rename(aside, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
