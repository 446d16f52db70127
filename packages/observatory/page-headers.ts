/** Other hosts that the pages need. Empty texts stand for the site's own host. */
export interface SiteHosts {
  apiUrl: string
  issuer: string
  /** Where operators log in; absent where they only paste tokens. */
  operatorIssuer?: string
}

/** Headers of every page and file of the site, for the laptop and for CloudFront. */
export function listPageHeaders({ apiUrl, issuer, operatorIssuer = '' }: SiteHosts): Record<string, string> {
  const policy = [
    "default-src 'none'",
    // The configurator of the widget loads the widget from the API.
    `script-src 'self' ${apiUrl}`.trim(),
    // Observable Plot writes a style element into each picture.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    ["connect-src 'self'", apiUrl, issuer, operatorIssuer].filter(Boolean).join(' '),
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
