/** Characters above U+FFFF, and the two below that SQS refuses. */
const OUTSIDE_BASIC_PLANE = /[\uFFFE\uFFFF\u{10000}-\u{10FFFF}]/gu

const escapeUnits = (character: string) =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
    .join('')

/**
 * Returns a JSON text with the same value in characters up to U+FFFD: emoji and mathematical letters become escapes of
 * their surrogate pairs. SQS refuses U+FFFE and U+FFFF, and SQS emulators refuse all characters above U+FFFF. In JSON
 * such characters occur only inside of strings, so the escapes do not change the value.
 */
export function escapeJsonBody(json: string): string {
  return json.replace(OUTSIDE_BASIC_PLANE, escapeUnits)
}
