/** Something could not be kept. Nothing of it has happened; the message says why, and what to do. */
export class StorageError extends Error {
  override name = "StorageError";
}
