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
  return /<(?:meta|\?xml)\b[^>]{0,500}?(?:charset|encoding)\s*=\s*["']?\s*([^\s"'>;?]+)/i.exec(head)?.[1]
}

/** The text, with U+FFFD for bytes that do not fit; undefined when the label is unknown. */
function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Whether bytes that were read as UTF-8 are that: as many of their other letters fit as do not. Letters of another
 * encoding seldom fit by chance.
 */
function isMostlyUtf8(text: string): boolean {
  const broken = text.split('\uFFFD').length - 1
  if (broken === 0) return true
  let fitting = 0
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) fitting += 1
  return fitting - broken >= broken
}

/**
 * Decodes a page: by its byte order mark; as UTF-8 when its bytes are UTF-8, whatever it declares, with U+FFFD for single
 * broken bytes; else by the charset of the HTTP header, or of a `meta` element or XML declaration; else as windows-1252.
 */
export function decodePage(bytes: Uint8Array, contentType: string | null): string {
  const mark = markOf(bytes)
  const header = headerCharset(contentType)
  // Letters of UTF-16 without a mark look like UTF-8 with zeros.
  const wide =
    header !== undefined && /^utf-?16/i.test(header) && bytes.subarray(0, 4).includes(0) ? header : undefined
  const certain = mark ?? wide
  const known = certain === undefined ? undefined : decodeAs(certain, bytes)
  if (known !== undefined) return known
  const text = new TextDecoder().decode(bytes)
  if (isMostlyUtf8(text)) return text
  for (const label of [header, metaCharset(bytes)]) {
    // Bytes that are no UTF-8 are not in what a page declares either: UTF-16 is never declared in ASCII letters.
    if (label === undefined || /^utf-?(?:8|16)/i.test(label)) continue
    const declared = decodeAs(label, bytes)
    if (declared !== undefined) return declared
  }
  return new TextDecoder('windows-1252').decode(bytes)
}
