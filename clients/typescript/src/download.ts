/** Fetches what an output points to: streamed, resumed where it broke off, and within limits. */
import { checkDownloadOptions, type DownloadOptions } from "./download-options.ts";
import { DownloadReader } from "./download-reader.ts";
import { refuse } from "./refuse.ts";

/** A download that has begun. */
export interface Download {
  /** The bytes. Read it to the end, or cancel it: until then its connection stays open. */
  body: ReadableStream<Uint8Array>;
  /** Size of the whole in bytes, if the server told it; with `resume`, `body` is the rest of it. */
  size: number | undefined;
  contentType: string | undefined;
  /** Names this content, if the server does. A broken download can be resumed with it. */
  etag: string | undefined;
}

/**
 * Begins to download what an output points to.
 *
 * The token is sent to the origin of `baseUrl` alone, and to none that a redirect leads to. When the
 * connection breaks, the rest is asked for with `Range`, up to `retries` times in a row, if the
 * server has named the content with a strong `ETag`: without one, nothing says that the rest belongs
 * to the start.
 *
 * @throws {TypeError} for an address or an option that cannot be meant
 * @throws {ApiError | ConnectionError | TimeoutError | AbortError | InvalidResponseError | SizeLimitError}
 *   here or, once it has begun, from `body`
 * @example
 * ```ts
 * const { body } = await download("https://example.com/video.mp4");
 * for await (const bytes of body) console.log(bytes.length);
 * ```
 */
export async function download(address: string, options: DownloadOptions = {}): Promise<Download> {
  const settings = checkDownloadOptions(options);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) refuse("address", address);
  const reader = new DownloadReader(url, settings, options.resume);
  const { response, size, etag } = await reader.open();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const bytes = await reader.read();
        if (bytes) stream.enqueue(bytes);
        else stream.close();
      },
      cancel: (reason) => reader.stop(reason),
    },
    // Nothing is taken from the network before it is read.
    { highWaterMark: 0 },
  );
  return { body, size, contentType: response.headers.get("content-type") ?? undefined, etag };
}
