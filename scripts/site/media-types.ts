/** Media types of the files of the site. A browser refuses a style or a script of another type. */
import { extname } from "node:path";

const mediaTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".info": "application/json; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".mod": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".tgz": "application/gzip",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".whl": "application/zip",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".xml": "application/xml; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
  ".zip": "application/zip",
  // The versions that a Go proxy lists.
  "": "text/plain; charset=utf-8",
};

/** The media type of a file, by the ending of its name. */
export function mediaTypeOf(path: string): string {
  return mediaTypes[extname(path)] ?? "application/octet-stream";
}
