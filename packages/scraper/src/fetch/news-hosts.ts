/** Hosts that ask for ten seconds between requests. Their robots.txt may be missing for a while. */
const SLOW_HOSTS: ReadonlySet<string> = new Set(['agenciabrasil.ebc.com.br', 'tvbrasil.ebc.com.br'])
const SLOW_MILLISECONDS = 10_000
/** Shorter pauses are for emulated sites. */
const REAL_MILLISECONDS = 1_000

/** The least pause between two requests to a host, where `usualMilliseconds` is that of other hosts. */
export const leastPause = (host: string, usualMilliseconds: number): number =>
  SLOW_HOSTS.has(host) && usualMilliseconds >= REAL_MILLISECONDS
    ? Math.max(usualMilliseconds, SLOW_MILLISECONDS)
    : usualMilliseconds

/** Hosts of the sites that are read. Redirects to other hosts are refused. */
export const NEWS_HOSTS: ReadonlySet<string> = new Set([
  'www.gov.br',
  'agenciabrasil.ebc.com.br',
  'tvbrasil.ebc.com.br',
])
