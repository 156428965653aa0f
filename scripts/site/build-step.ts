/** The step of the pipeline that builds the site. */
import { step } from "../support/step.ts";
import { buildSite } from "./build-site.ts";

/** Builds the site from what is generated, and prints what was made. */
export async function site(): Promise<void> {
  await step("site", async () => {
    const { pages, files, bytes } = await buildSite();
    return `dist/site/: ${pages} pages, ${files} files, ${Math.round(bytes / 1024)} KiB`;
  });
}
