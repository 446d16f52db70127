type Body = AsyncIterable<Uint8Array>

/** Returns the error for a body of more than `maxBytes`. */
type TooLarge = (maxBytes: number) => Error

const answerTooLarge: TooLarge = (maxBytes) => new Error(`the answer has more than ${maxBytes} bytes`)

/** Returns the bytes of a body. Throws, and stops reading, when they are more than `maxBytes`. */
export async function readBounded(
  body: Body | null,
  maxBytes: number,
  tooLarge: TooLarge = answerTooLarge,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Returns the bytes of a request. Throws when they are more than `maxBytes`, but reads and drops the rest before, because
 * some clients read the answer only after their last byte.
 */
export async function readWholeRequest(body: Body, maxBytes: number, tooLarge: TooLarge): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes <= maxBytes) chunks.push(chunk)
    else chunks.length = 0
  }
  if (bytes > maxBytes) throw tooLarge(maxBytes)
  return Buffer.concat(chunks)
}
