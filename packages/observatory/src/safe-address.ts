/**
 * Returns an address that a reader may follow, else undefined: `javascript:` and its like lead nowhere. Browsers before
 * 2024 have no `URL.parse`.
 */
export function safeAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
