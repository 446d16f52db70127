/** Addresses on other hosts that the pages need. Empty texts stand for the site's own host. */
export interface SiteHosts {
  apiUrl: string
  issuer: string
  /** Where operators log in; absent where they only paste tokens. */
  operatorIssuer?: string
  /** Further origins that a login asks, such as the token endpoint of an issuer. */
  others?: readonly string[]
  /** Address of the publisher's picture; empty without one. */
  markUrl?: string
}

/** An origin in a policy matches every path; an address with a path would match that path alone. */
const toOrigin = (address: string) => new URL(address).origin

const writeSources = (addresses: readonly string[]) =>
  ["'self'", ...new Set(addresses.filter((address) => address !== '').map(toOrigin))].join(' ')

/** Headers of every page and file of the site, for the laptop and for CloudFront. */
export function listPageHeaders({
  apiUrl,
  issuer,
  operatorIssuer = '',
  others = [],
  markUrl = '',
}: SiteHosts) {
  const policy = [
    "default-src 'none'",
    // The configurator of the widget loads the widget from the API.
    `script-src ${writeSources([apiUrl])}`,
    // Observable Plot writes a style element into each picture.
    "style-src 'self' 'unsafe-inline'",
    `img-src ${writeSources([markUrl])} data:`,
    `connect-src ${writeSources([apiUrl, issuer, operatorIssuer, ...others])}`,
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  }
}
