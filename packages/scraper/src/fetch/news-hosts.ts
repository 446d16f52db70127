/** Hosts whose robots.txt demands ten seconds between requests. The file is missing at times. */
const SLOW_HOSTS: ReadonlySet<string> = new Set(['agenciabrasil.ebc.com.br', 'tvbrasil.ebc.com.br'])
const SLOW_MILLISECONDS = 10_000
/** Only emulated sites have shorter pauses. */
const REAL_MILLISECONDS = 1_000

/** Returns the least pause between two requests to a host. `usualMilliseconds` is the pause of other hosts. */
export const leastPause = (host: string, usualMilliseconds: number): number =>
  SLOW_HOSTS.has(host) && usualMilliseconds >= REAL_MILLISECONDS
    ? Math.max(usualMilliseconds, SLOW_MILLISECONDS)
    : usualMilliseconds
