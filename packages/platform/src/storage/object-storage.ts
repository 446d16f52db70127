/**
 * Objects are read whole. The longest real article has less than 1 MB, and a worker has 512 MB for ten articles at
 * once.
 */
export const OBJECT_MAX_BYTES = 8 * 1024 * 1024

/** The object storage of one bucket or folder. */
export interface Storage {
  /** Writes an object. A second write of the same key replaces it. */
  put(key: string, body: string | Uint8Array, contentType: string): Promise<void>
  /**
   * Returns the text of an object, or undefined when it does not exist. Throws for an object above 8 MB without reading
   * it.
   */
  find(key: string): Promise<string | undefined>
  /** Like `find`, for an object that is no text. */
  findBytes(key: string): Promise<Uint8Array | undefined>
  /** Lists keys that begin with `prefix` in order, strictly after `after` when given; at most `limit` (1,000). */
  list(prefix: string, page: { after?: string | undefined; limit: number }): Promise<string[]>
  /** Removes objects. Skips unknown keys. */
  remove(keys: readonly string[]): Promise<void>
  /**
   * Removes at most `limit` objects below `prefix` that were written before an instant, from a folder. Rules of a bucket do
   * this themselves, so that it removes none there. Returns their number.
   */
  removeOld(prefix: string, old: { before: Date; limit: number }): Promise<number>
}

/** Throws when an object is too large to be read whole. */
export function assertReadable(key: string, bytes: number): void {
  if (bytes <= OBJECT_MAX_BYTES) return
  throw new Error(`The object ${key} has ${bytes} bytes; the limit is ${OBJECT_MAX_BYTES} bytes`)
}
