/** Bytes searched for a `meta` charset, as browsers do. */
const META_BYTES = 1024 * 4
const BYTE_ORDER_MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

function markOf(bytes: Uint8Array): string | undefined {
  return BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]
}

function headerCharset(contentType: string | null): string | undefined {
  return /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType ?? '')?.[1]
}

function metaCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, META_BYTES))
  const declared = /<(?:meta|\?xml)\b[^>]{0,500}?(?:charset|encoding)\s*=\s*["']?\s*([^\s"'>;?]+)/i.exec(
    head,
  )?.[1]
  // A page that states UTF-16 in ASCII letters is not UTF-16: the HTML standard reads UTF-8.
  return declared !== undefined && /^utf-?16/i.test(declared) ? 'utf-8' : declared
}

/** The text, or undefined when the label is unknown or the bytes are not valid in that encoding. */
function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined
    throw error
  }
}

/**
 * Decodes a page: byte order mark, charset of the HTTP header, charset of a `meta` element or XML declaration, UTF-8
 * when the bytes are valid UTF-8, else windows-1252. A charset that does not fit the bytes is passed over.
 */
export function decodePage(bytes: Uint8Array, contentType: string | null): string {
  const labels = [markOf(bytes), headerCharset(contentType), metaCharset(bytes), 'utf-8']
  for (const label of labels) {
    const text = label === undefined ? undefined : decodeAs(label, bytes)
    if (text !== undefined) return text
  }
  return new TextDecoder('windows-1252').decode(bytes)
}
