import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a file's content, as hosts state it. */
export async function sha256Of(content: Blob): Promise<string> {
  return createHash('sha256')
    .update(new Uint8Array(await content.arrayBuffer()))
    .digest('hex')
}
