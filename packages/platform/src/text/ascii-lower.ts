/**
 * Text with the letters A to Z in lower case and everything else as it is. Addresses and accounts are compared so:
 * `toLowerCase` also folds other letters, such as the Kelvin sign to k, and one address would stand for another. The
 * database has `ascii_lower` for the same.
 */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Whether a text has ASCII characters alone. */
export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /^[\x00-\x7F]*$/.test(text)
}
