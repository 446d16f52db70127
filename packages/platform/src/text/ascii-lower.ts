/**
 * Returns the text with A to Z in lower case and everything else unchanged. E-mail addresses and accounts are compared
 * in this form. `toLowerCase` also folds other letters, such as the Kelvin sign to k, and would make different
 * addresses equal. The database has the same function, `ascii_lower`.
 */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Whether a text contains only ASCII characters. */
export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /^[\x00-\x7F]*$/.test(text)
}
