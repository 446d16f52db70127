const UNRESERVED = /[A-Za-z0-9._~-]/

/**
 * Returns one spelling of a web address: characters that are not ASCII are percent-encoded (WHATWG URL), unreserved
 * characters are decoded, and hex digits are upper case (RFC 3986, section 6.2.2). Returns a text that is no URL
 * unchanged.
 */
export function normalizeAddress(address: string): string {
  const href = URL.parse(address)?.href ?? address
  return href.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return UNRESERVED.test(character) ? character : escape.toUpperCase()
  })
}
